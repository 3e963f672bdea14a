import { describe, expect, test } from 'vitest';
import { type CaseChange, findChange } from '../../src/pages/case/model/changes.ts';
import { decidePollMs } from '../../src/pages/case/model/poll.ts';

describe('when a case is read again', () => {
  const open = { isFinal: false, deliveries: [] };
  const final = { isFinal: true, deliveries: [{ state: 'delivered' as const }] };

  test('within 3 seconds while something can change and somebody looks (P13)', () => {
    expect(decidePollMs(open, true)).toBeLessThan(3_000);
  });

  test('not at all in a hidden tab, nor before the first answer (P13)', () => {
    expect(decidePollMs(open, false)).toBe(false);
    expect(decidePollMs(final, false)).toBe(false);
    expect(decidePollMs(undefined, true)).toBe(false);
  });

  test('slower once it is final, and slowest once its webhooks have ended', () => {
    const moving = { isFinal: true, deliveries: [{ state: 'pending' as const }] };
    const waits = [open, moving, final].map((known) => Number(decidePollMs(known, true)));
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    expect(new Set(waits).size).toBe(3);
  });
});

describe('what is said of a change', () => {
  const delivery = (state: 'pending' | 'failed' | 'delivered', id = 'one') => ({ id, state });
  const saying = (
    before: Parameters<typeof findChange>[0],
    now: Parameters<typeof findChange>[1],
  ): CaseChange | undefined => findChange(before, now);

  test('nothing at the first answer, and nothing where nothing of weight changed', () => {
    const known = { caseStatus: 'waiting' as const, deliveries: [delivery('pending')] };
    expect(saying(undefined, known)).toBeUndefined();
    expect(saying(known, { ...known })).toBeUndefined();
  });

  test('the new status before a webhook that ended in the same answer, each once', () => {
    const before = { caseStatus: 'processing' as const, deliveries: [delivery('pending')] };
    const both = { caseStatus: 'approved' as const, deliveries: [delivery('delivered')] };
    expect(saying(before, both)).toEqual({ kind: 'caseStatus', caseStatus: 'approved' });
    expect(saying(both, both)).toBeUndefined();
    expect(saying({ ...both, deliveries: [delivery('pending')] }, both)).toEqual({
      kind: 'delivery',
      state: 'delivered',
    });
  });
});
