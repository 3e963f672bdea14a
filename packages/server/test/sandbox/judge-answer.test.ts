import { PROBES, type ProbeExpectation, type ProbeVerdict } from '@titular/contract';
import { EXPECTED, judgeAnswer } from '@titular/server/sandbox/receiver-doctor/judge-answer.ts';
import { describe, expect, test } from 'vitest';

const TAKES = { status: 204 };
const REFUSES = { status: 400 };
const SILENT = {};

type Row = readonly [ProbeExpectation, { status?: number }, { status?: number }, ProbeVerdict];

describe('an answer to a probe shows what can be known of it, and no more (F9)', () => {
  test.each<Row>([
    ['taken', TAKES, TAKES, 'right'],
    ['taken', { status: 200 }, REFUSES, 'right'],
    ['taken', REFUSES, TAKES, 'wrong'],
    ['taken', { status: 302 }, TAKES, 'wrong'],
    ['taken', { status: 500 }, TAKES, 'wrong'],
    ['taken', SILENT, TAKES, 'wrong'],
    ['refused', TAKES, TAKES, 'wrong'],
    ['refused', TAKES, SILENT, 'wrong'],
    ['refused', REFUSES, TAKES, 'right'],
    ['refused', { status: 401 }, TAKES, 'right'],
    ['refused', REFUSES, REFUSES, 'unknown'],
    ['refused', REFUSES, SILENT, 'unknown'],
    ['refused', { status: 429 }, TAKES, 'unknown'],
    ['refused', { status: 302 }, TAKES, 'unknown'],
    ['refused', { status: 500 }, TAKES, 'unknown'],
    ['refused', SILENT, TAKES, 'unknown'],
    ['either', TAKES, TAKES, 'right'],
    ['either', REFUSES, TAKES, 'right'],
    ['either', SILENT, TAKES, 'unknown'],
  ])('expected to be %s, answered %o beside %o: %s', (expected, answer, control, verdict) => {
    expect(judgeAnswer(expected, answer, control)).toBe(verdict);
  });

  test('seven of the twelve deliveries are to be taken, and five refused', () => {
    const expected = PROBES.map((probe) => EXPECTED[probe]);
    expect(expected.filter((one) => one === 'taken')).toHaveLength(7);
    expect(expected.filter((one) => one === 'refused')).toHaveLength(5);
  });
});
