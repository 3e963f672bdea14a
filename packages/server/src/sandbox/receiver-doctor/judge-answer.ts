import type { Probe, ProbeExpectation, ProbeResult, ProbeVerdict, UnknownReason } from '@titular/contract';

/** What a receiver answered. */
export type ProbeAnswer = { status: number; retryAfterSeconds?: number | undefined };

/** What is known of the receiver besides: whether it asks for credentials, and whether it takes right deliveries. The latter is undefined while the closing one is not sent. */
export type ReceiverFacts = { isAuthenticated: boolean; takesRight: boolean | undefined };

/** What an answer shows, and why where it shows nothing. */
export type Judgement = { verdict: ProbeVerdict; reason?: UnknownReason };

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
  closing: 'taken',
};

/** The receiver asks to be sent nothing more; in production its endpoint is switched off. */
export const GONE = 410;
const SERVICE_UNAVAILABLE = 503;
/** The receiver was slow or busy, which says nothing of the delivery. */
const BUSY: readonly number[] = [408, 425, 429];
/** A wrong address, method or size, which says nothing of the signature. */
const OF_THE_ADDRESS: readonly number[] = [404, 405, 413];
/** The credentials may be meant, where there are any. */
const OF_CREDENTIALS: readonly number[] = [401, 403];

const isTaken = (status = 0): boolean => status >= 200 && status < 300;
const isBusy = ({ status, retryAfterSeconds }: ProbeAnswer): boolean =>
  BUSY.includes(status) || (status === SERVICE_UNAVAILABLE && retryAfterSeconds !== undefined);
const isRefusal = (status: number, isAuthenticated: boolean): boolean =>
  status >= 400 &&
  status < 500 &&
  !OF_THE_ADDRESS.includes(status) &&
  !(isAuthenticated && OF_CREDENTIALS.includes(status));

const unknown = (reason: UnknownReason): Judgement => ({ verdict: 'unknown', reason });

/**
 * What an answer shows. What has to be taken and is not is sent again in production, so any other answer is wrong. A refusal shows something
 * only of a receiver that takes right deliveries before and after it: one that refuses everything verifies nothing.
 */
export function judgeAnswer(
  expected: ProbeExpectation,
  answer: ProbeAnswer,
  { isAuthenticated, takesRight }: ReceiverFacts,
): Judgement {
  const { status } = answer;
  if (isTaken(status)) return { verdict: expected === 'refused' ? 'wrong' : 'right' };
  if (status === GONE) return { verdict: 'wrong' };
  if (isBusy(answer)) return unknown('busy');
  if (expected === 'taken') return { verdict: 'wrong' };
  if (!isRefusal(status, isAuthenticated)) return unknown('status-says-little');
  if (takesRight === undefined) return unknown('not-over');
  return takesRight ? { verdict: 'right' } : unknown('right-not-taken');
}

/** Judges all answers anew, because later ones say what earlier ones show; what was not answered keeps its verdict. */
export function judgeResults(
  results: readonly ProbeResult[],
  { isAuthenticated, isOver }: { isAuthenticated: boolean; isOver: boolean },
): ProbeResult[] {
  const took = (probe: Probe): boolean =>
    results.some((result) => result.probe === probe && isTaken(result.status));
  const mayTake = took('right') && (took('closing') || !results.some(({ probe }) => probe === 'closing'));
  const takesRight = mayTake && !isOver && !took('closing') ? undefined : mayTake && took('closing');
  return results.map((judged) => {
    const { reason: _, ...result } = judged;
    const { status, retryAfterSeconds, expected } = result;
    if (status === undefined) return judged;
    return {
      ...result,
      ...judgeAnswer(expected, { status, retryAfterSeconds }, { isAuthenticated, takesRight }),
    };
  });
}
