import { CARD_NAME_RESULTS } from '@titular/contract';
import { compareNames } from '@titular/server/decision/card-name/compare-names.ts';
import { type DecisionPolicy, decide, type Evidence } from '@titular/server/decision/decision.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { live, policy } from './decision-fixture.ts';

describe('comparing names (R28)', () => {
  test('the best of the known names counts, and one that cannot be compared says least', () => {
    expect(compareNames('MARIA SILVA', ['Ana Costa', 'Maria Souza Silva'])).toBe('match');
    expect(compareNames('MARIA SILVA', ['M S', 'Ana Costa'])).toBe('no_match');
    expect(compareNames('MARIA SILVA', ['M S'])).toBe('not_performed');
    expect(compareNames('MARIA SILVA', [])).toBe('not_performed');
  });

  test('any two texts have the same result in both directions, and a text agrees with itself or tells nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        expect(CARD_NAME_RESULTS).toContain(compareNames(one, [other]));
        expect(['match', 'not_performed']).toContain(compareNames(one, [one]));
      }),
    );
  });

  test('no more than 120 characters and 10 known names are read, however much is given', () => {
    const long = `MARIA ${'SILVA '.repeat(100_000)}`;
    expect(compareNames(`${long}COSTA`, [`${long}SOUZA`])).toBe('match');
    expect(compareNames('MARIA SILVA', [...Array(10).fill('Ana Costa'), 'Maria Silva'])).toBe('no_match');
  });
});

describe('a decision about a card with another name (R65)', () => {
  const told = (cardName: Evidence['cardName'], rule: DecisionPolicy['cardName']) => {
    const { result, reasons } = decide({ ...live, cardName }, { ...policy, ...(rule && { cardName: rule }) });
    return `${result} ${reasons.join(' ')}`;
  };
  const AS_EVER = 'approved live matches_reference';

  test.each(CARD_NAME_RESULTS.filter((result) => result !== 'no_match'))(
    '%s never changes anything',
    (cardName) => {
      for (const rule of [undefined, 'ignore', 'note', 'require', 'end'] as const)
        expect(told(cardName, rule)).toBe(AS_EVER);
    },
  );

  test.each([
    [undefined, 'approved live matches_reference card_name_differs'],
    ['ignore', AS_EVER],
    ['note', 'approved live matches_reference card_name_differs'],
    ['require', 'inconclusive live matches_reference card_name_differs'],
    ['end', 'inconclusive live matches_reference card_name_differs'],
  ] as const)('no_match under %s: %s', (rule, expected) => {
    expect(told('no_match', rule)).toBe(expected);
  });

  test('nobody is enrolled by a capture that the name on the card keeps from approval', () => {
    const first = { ...live, reference: { kind: 'none' }, cardName: 'no_match' } as const;
    expect(decide(first, { ...policy, cardName: 'require' }).enrol).toBe(false);
    expect(decide(first, { ...policy, cardName: 'note' }).enrol).toBe(true);
  });

  test('of a capture that is none, the name is not told among the reasons', () => {
    const cut = { ...live, frames: [], cardName: 'no_match' } as const;
    expect(decide(cut, { ...policy, cardName: 'require' }).reasons).toEqual(['challenge_incomplete']);
  });
});
