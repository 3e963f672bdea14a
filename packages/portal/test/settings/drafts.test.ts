import type { SettingShape } from '@titular/contract/setting-shape';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changeDraft,
  type Drafts,
  dropDraft,
  dropSaved,
  dropTaken,
  findChange,
  findDraft,
  findProblem,
  findTried,
  isConflict,
  keepDraft,
  type Setting,
  toChanges,
} from '../../src/pages/settings/model/drafts.ts';

const days = (value: string): Setting => ({
  name: 'link-days',
  shape: { kind: 'number', min: 1, max: 365, unit: 'days' },
  value,
});
const begun = changeDraft({}, days('30'), '60');

describe('a draft of a setting', () => {
  test('is what was entered, with what was seen before; the saved value is none', () => {
    expect(begun).toEqual({ 'link-days': { seen: '30', text: '60' } });
    expect(changeDraft(begun, days('30'), '90')).toEqual({ 'link-days': { seen: '30', text: '90' } });
    expect(changeDraft(begun, days('30'), '30')).toEqual({});
    expect(toChanges(begun, [days('30')])).toEqual([{ name: 'link-days', seen: '30', value: '60' }]);
  });

  test('stands beside what was saved elsewhere until somebody chooses (P10)', () => {
    const moved = days('45');
    const draft = findDraft(begun, moved);
    expect(draft && isConflict(moved, draft)).toBe(true);
    const further = changeDraft(begun, moved, '61');
    expect(further['link-days']).toEqual({ seen: '30', text: '61' });
    const kept = keepDraft(further, moved);
    expect(toChanges(kept, [moved])).toEqual([{ name: 'link-days', seen: '45', value: '61' }]);
    expect(dropDraft(further, 'link-days')).toEqual({});
    expect(findDraft(begun, days('60'))).toBeUndefined();
  });

  test('typed while others are on their way stays, and what was sent goes (P10)', () => {
    const sent = toChanges(begun, [days('30')]);
    const saved = [days('60')];
    expect(dropTaken(begun, sent, saved)).toEqual({});
    const meanwhile = changeDraft(changeDraft(begun, days('30'), '61'), { ...days('7'), name: 'other' }, '8');
    const left = dropTaken(meanwhile, sent, saved);
    expect(left).toEqual({ 'link-days': { seen: '60', text: '61' }, other: { seen: '7', text: '8' } });
    expect(isConflict(days('60'), left['link-days'] as NonNullable<ReturnType<typeof findDraft>>)).toBe(
      false,
    );
    expect(dropTaken(meanwhile, sent)['link-days']).toEqual({ seen: '30', text: '61' });
  });

  test('put back by its own hand while it is saved is a change again (P10)', () => {
    const sent = toChanges(begun, [days('30')]);
    const back = changeDraft(begun, days('30'), '30', true);
    expect([findDraft(back, days('30')), toChanges(back, [days('30')])]).toEqual([undefined, []]);
    const left = dropTaken(back, sent, [days('60')]);
    expect(toChanges(left, [days('60')])).toEqual([{ name: 'link-days', seen: '60', value: '30' }]);
    expect(changeDraft({}, days('30'), '30', true)).toEqual({});
  });

  test('put back by somebody else while it is saved stands beside theirs until somebody chooses (P10)', () => {
    const sent = toChanges(begun, [days('30')]);
    for (const [typed, theirs] of [
      ['60', '30'],
      ['60', '45'],
      ['61', '30'],
    ] as const) {
      const left = dropTaken(changeDraft(begun, days('30'), typed), sent, [days(theirs)]);
      const draft = findDraft(left, days(theirs));
      expect(draft).toEqual({ seen: '60', text: typed });
      expect(draft && isConflict(days(theirs), draft)).toBe(true);
      const kept = toChanges(keepDraft(left, days(theirs)), [days(theirs)]);
      expect(kept).toEqual([{ name: 'link-days', seen: theirs, value: typed }]);
    }
    const both = dropTaken(changeDraft(begun, days('30'), '30', true), sent, [days('30')]);
    expect(toChanges(both, [days('30')])).toEqual([]);
  });

  test.each<[string, SettingShape, string, string]>([
    ['an amount', { kind: 'text', form: 'amount', hasNone: true }, '25.50', '25.5'],
    [
      'a choice with the words that accept it',
      { kind: 'choice', options: ['no', 'enrol'], accepted: { value: 'enrol', words: 'i-know' } },
      'enrol:i-know',
      'enrol',
    ],
    ['a form that the page does not know', { kind: 'list', form: 'time-window', max: 5 }, 'Mon 08-09 x', 'y'],
  ])('of %s is no conflict where the server writes it in its own way', (_name, shape, text, value) => {
    const before: Setting = { name: 'one', shape, value: 'none' };
    const drafts = changeDraft({}, before, text);
    expect(dropTaken(drafts, toChanges(drafts, [before]), [{ ...before, value }])).toEqual({});
    const back = dropTaken(drafts, toChanges(drafts, [before]), [before]);
    expect(findDraft(back, before)).toEqual({ seen: text, text });
  });

  test.each<[string, SettingShape, string, string]>([
    ['a decimal', { kind: 'number', min: 0.3, max: 0.6, isDecimal: true }, '0.5', '0.50'],
    ['an amount', { kind: 'text', form: 'amount', hasNone: true }, '25.5', '25.50'],
  ])(
    'of %s that is only written in another way changes nothing, and stays in its field',
    (_name, shape, value, text) => {
      const setting: Setting = { name: 'one', shape, value };
      const drafts = changeDraft({}, setting, text);
      expect(findDraft(drafts, setting)?.text).toBe(text);
      expect([findChange(drafts, setting), toChanges(drafts, [setting])]).toEqual([undefined, []]);
      expect(dropSaved(drafts, [setting])).toEqual({});
    },
  );

  test('that is saved meanwhile, by whomever, is none later on either (P10)', () => {
    const both = changeDraft(begun, { ...days('7'), name: 'other' }, '8');
    const left = dropSaved(both, [days('60'), { ...days('7'), name: 'other' }]);
    expect(Object.keys(left)).toEqual(['other']);
    expect(findDraft(left, days('90'))).toBeUndefined();
    expect(dropSaved(left, [days('90'), { ...days('7'), name: 'other' }])).toBe(left);
  });

  test('never sends what it has not seen, whatever happens in whatever order (P10)', () => {
    const value = fc.constantFrom('1', '2', '3', '4');
    const step = fc.record({ kind: fc.constantFrom('type', 'elsewhere', 'keep', 'take'), value });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let [drafts, saved, seen]: [Drafts, string, string] = [{}, '1', '1'];
        for (const one of steps) {
          const setting = days(saved);
          const draft = findDraft(drafts, setting);
          if (one.kind === 'elsewhere') saved = one.value;
          if (one.kind === 'take') drafts = dropDraft(drafts, 'link-days');
          if (one.kind === 'keep' && draft) [drafts, seen] = [keepDraft(drafts, setting), saved];
          if (one.kind === 'type') {
            if (!drafts['link-days']) seen = saved;
            drafts = changeDraft(drafts, setting, one.value);
          }
        }
        for (const sent of toChanges(drafts, [days(saved)])) expect(sent.seen).toBe(seen);
      }),
    );
  });
});

describe('what is entered', () => {
  test.each(['0', '366', '', 'x', '1.5', '-3'])(
    'as %j is outside the bounds before it is sent (P10)',
    (text) => {
      expect(findProblem(days('30'), text, 'test')).toBe('outside');
    },
  );

  test('and weakens production needs the words that say so', () => {
    const setting: Setting = {
      name: 'template-policy',
      shape: {
        kind: 'choice',
        options: ['enrol', 'require-reference'],
        accepted: { value: 'enrol', words: 'i-know' },
      },
      value: 'require-reference',
    };
    expect(findProblem(setting, 'enrol', 'production')).toBe('unaccepted');
    expect(findProblem(setting, 'enrol:i-know', 'production')).toBeUndefined();
    expect(findProblem(setting, 'enrol', 'test')).toBeUndefined();
    expect(findProblem({ ...setting, value: 'enrol' }, 'enrol', 'production')).toBeUndefined();
  });
});

describe('what is tried before it is saved (F3)', () => {
  const threshold = {
    name: 'match-threshold',
    shape: { kind: 'number', min: 0.3, max: 0.6, isDecimal: true, hasNone: true },
    value: 'none',
    danger: 'decision',
  } as const;
  const kept = { ...days('30'), danger: 'retention' };

  test('are drafts that decisions follow, and none while one of them would be refused', () => {
    const drafts = changeDraft(changeDraft({}, threshold, '0.45'), kept, '60');
    const tried = findTried<Setting & { danger: string }>(drafts, [threshold, kept], 'test');
    expect(tried.map(({ setting, text }) => [setting.name, text])).toEqual([['match-threshold', '0.45']]);
    const outside = changeDraft(drafts, threshold, '0.9');
    expect(findTried<Setting & { danger: string }>(outside, [threshold, kept], 'test')).toEqual([]);
  });
});
