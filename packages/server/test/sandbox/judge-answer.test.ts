import { PROBES, type ProbeExpectation, type ProbeResult, type ProbeVerdict } from '@titular/contract';
import { endAfter } from '@titular/server/sandbox/receiver-doctor/end-examination.ts';
import {
  EXPECTED,
  judgeAnswer,
  judgeResults,
  type ReceiverFacts,
} from '@titular/server/sandbox/receiver-doctor/judge-answer.ts';
import { describe, expect, test } from 'vitest';

const SOUND: ReceiverFacts = { isAuthenticated: false, takesRight: true };
const BROKEN: ReceiverFacts = { isAuthenticated: false, takesRight: false };
const OPEN: ReceiverFacts = { isAuthenticated: false, takesRight: undefined };
const GUARDED: ReceiverFacts = { isAuthenticated: true, takesRight: true };

type Row = readonly [ProbeExpectation, number, ReceiverFacts, ProbeVerdict];

const result = (probe: ProbeResult['probe'], status?: number): ProbeResult => ({
  ...{ probe, expected: EXPECTED[probe], verdict: status === undefined ? 'no-answer' : 'unknown' },
  ...(status === undefined ? {} : { status }),
});

describe('an answer to a probe shows what can be known of it, and no more (F9)', () => {
  test.each<Row>([
    ['taken', 204, SOUND, 'right'],
    ['taken', 200, BROKEN, 'right'],
    ['taken', 400, SOUND, 'wrong'],
    ['taken', 302, SOUND, 'wrong'],
    ['taken', 500, SOUND, 'wrong'],
    ['taken', 410, SOUND, 'wrong'],
    ['taken', 429, SOUND, 'unknown'],
    ['refused', 204, SOUND, 'wrong'],
    ['refused', 204, OPEN, 'wrong'],
    ['refused', 400, SOUND, 'right'],
    ['refused', 401, SOUND, 'right'],
    ['refused', 401, GUARDED, 'unknown'],
    ['refused', 403, GUARDED, 'unknown'],
    ['refused', 400, GUARDED, 'right'],
    ['refused', 404, SOUND, 'unknown'],
    ['refused', 405, SOUND, 'unknown'],
    ['refused', 413, SOUND, 'unknown'],
    ['refused', 410, SOUND, 'wrong'],
    ['refused', 400, BROKEN, 'unknown'],
    ['refused', 400, OPEN, 'unknown'],
    ['refused', 429, SOUND, 'unknown'],
    ['refused', 302, SOUND, 'unknown'],
    ['refused', 500, SOUND, 'unknown'],
    ['either', 204, SOUND, 'right'],
    ['either', 400, SOUND, 'right'],
    ['either', 410, SOUND, 'wrong'],
  ])('expected to be %s, answered %i of %o: %s', (expected, status, facts, verdict) => {
    expect(judgeAnswer(expected, { status }, facts).verdict).toBe(verdict);
  });

  test('a refusal counts only between two right deliveries that were taken', () => {
    const verdictOf = (results: ProbeResult[], isOver: boolean) =>
      judgeResults(results, { isAuthenticated: false, isOver }).find(
        ({ probe }) => probe === 'bad-signature',
      );
    const begun = [result('right', 204), result('bad-signature', 400)];
    expect(verdictOf(begun, false)).toMatchObject({ verdict: 'unknown', reason: 'not-over' });
    expect(verdictOf(begun, true)).toMatchObject({ verdict: 'unknown', reason: 'right-not-taken' });
    expect(verdictOf([...begun, result('closing', 204)], true)).toMatchObject({ verdict: 'right' });
    expect(verdictOf([...begun, result('closing', 400)], true)).toMatchObject({ reason: 'right-not-taken' });
    expect(verdictOf([...begun, result('closing')], true)).toMatchObject({ reason: 'right-not-taken' });
  });

  test('eight of the thirteen deliveries are to be taken, and five refused', () => {
    const expected = PROBES.map((probe) => EXPECTED[probe]);
    expect(expected.filter((one) => one === 'taken')).toHaveLength(8);
    expect(expected.filter((one) => one === 'refused')).toHaveLength(5);
  });

  test('a receiver is left alone after 410, after a pause it asks for, and after four silences', () => {
    expect(endAfter([result('right', 410)])).toBe('gone');
    expect(endAfter([{ ...result('right', 429), retryAfterSeconds: 5 }])).toBe('asked-to-wait');
    expect(endAfter([{ ...result('right', 503), retryAfterSeconds: 5 }])).toBe('asked-to-wait');
    expect(endAfter([result('right', 503)])).toBeUndefined();
    const silent = PROBES.slice(0, 4).map((probe) => result(probe));
    expect(endAfter(silent.slice(0, 3))).toBeUndefined();
    expect(endAfter(silent)).toBe('unanswered');
    expect(endAfter(PROBES.map((probe) => result(probe, 204)))).toBe('whole');
  });
});
