import type { Probe, ProbeExpectation, ProbeVerdict } from '@titular/contract';

/** What came back: a status, or nothing. */
export type ProbeAnswer = { status?: number | undefined };

/** What a right receiver does with each probe; the old secret is right while a rotation overlaps. */
export const EXPECTED: Readonly<Record<Probe, ProbeExpectation>> = {
  right: 'taken',
  twice: 'taken',
  late: 'taken',
  ahead: 'taken',
  behind: 'taken',
  'two-signatures': 'taken',
  'unknown-type': 'taken',
  'bad-signature': 'refused',
  'old-secret': 'refused',
  'no-signature': 'refused',
  'old-timestamp': 'refused',
  'changed-body': 'refused',
};

/** Answers of 4xx that say that the receiver was slow or busy, and nothing of the delivery. */
const BUSY: readonly number[] = [408, 425, 429];

const isTaken = ({ status = 0 }: ProbeAnswer): boolean => status >= 200 && status < 300;
const isRefused = ({ status = 0 }: ProbeAnswer): boolean =>
  status >= 400 && status < 500 && !BUSY.includes(status);

/**
 * What an answer shows. What has to be taken and is not is sent again in production, so any other answer is wrong, silence included. A
 * refusal shows something only of a receiver that took the right delivery: one that refuses everything verifies nothing.
 */
export function judgeAnswer(
  expected: ProbeExpectation,
  answer: ProbeAnswer,
  control: ProbeAnswer,
): ProbeVerdict {
  if (expected === 'taken') return isTaken(answer) ? 'right' : 'wrong';
  if (expected === 'refused' && isTaken(answer)) return 'wrong';
  if (isTaken(answer)) return 'right';
  return isRefused(answer) && isTaken(control) ? 'right' : 'unknown';
}
