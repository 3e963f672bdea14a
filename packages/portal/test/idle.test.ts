import { describe, expect, test } from 'vitest';
import { decideIdle } from '../src/session/idle.ts';

const MINUTE = 60_000;
const IDLE = 15 * MINUTE;

describe('a page that nobody uses', () => {
  test('locks after 15 minutes, not before (P29)', () => {
    const times = { lastInputMs: 0, lastReportMs: 0, idleMs: IDLE };
    expect(decideIdle(IDLE - 1, times)).toEqual({ kind: 'wait', forMs: 1 });
    expect(decideIdle(IDLE, times)).toEqual({ kind: 'lock' });
  });

  test('locks at once where the device slept past the time (P29)', () => {
    expect(decideIdle(9 * 60 * MINUTE, { lastInputMs: 0, lastReportMs: 0, idleMs: IDLE })).toEqual({
      kind: 'lock',
    });
  });
});

describe('somebody who only types', () => {
  test('is reported to the server before it would lock', () => {
    const times = { lastInputMs: 5 * MINUTE, lastReportMs: 0, idleMs: IDLE };
    expect(decideIdle(5 * MINUTE - 1, { ...times, lastInputMs: 4 * MINUTE })).toEqual({
      kind: 'wait',
      forMs: 1,
    });
    expect(decideIdle(5 * MINUTE, times)).toEqual({ kind: 'report' });
  });

  test('never waits longer than the lock or the report allows, wherever the times lie', () => {
    for (let input = 0; input <= IDLE; input += MINUTE)
      for (let now = input; now <= input + IDLE; now += MINUTE) {
        const decision = decideIdle(now, { lastInputMs: input, lastReportMs: 0, idleMs: IDLE });
        if (decision.kind === 'wait') expect(now + decision.forMs).toBeLessThanOrEqual(input + IDLE);
        else expect(decision.kind).toBe(now - input >= IDLE ? 'lock' : 'report');
      }
  });
});
