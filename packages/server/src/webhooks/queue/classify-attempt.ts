/** How one dial ended: an answer, or none; `unprepared` when there was nothing to dial with, which is our fault and not the receiver's. */
export type SendResult =
  | { kind: 'answered'; status: number; retryAfter: string | undefined; excerpt: string }
  | { kind: 'failed'; error: string }
  | { kind: 'unprepared'; error: string };

/** What a dial means for its delivery: done, tried again, or the receiver does not want to hear from us any more. */
export type AttemptVerdict = 'delivered' | 'retry' | 'gone';

const GONE = 410;

/** Any 2xx is success; 410 ends it; everything else, redirects and silence included, is tried again. */
export function classifyAttempt(result: SendResult): AttemptVerdict {
  if (result.kind !== 'answered') return 'retry';
  if (result.status >= 200 && result.status < 300) return 'delivered';
  return result.status === GONE ? 'gone' : 'retry';
}

/** Whether the receiver may name its own pause: only with 429 and 503. */
export const mayAskForPause = (result: SendResult): boolean =>
  result.kind === 'answered' && (result.status === 429 || result.status === 503);
