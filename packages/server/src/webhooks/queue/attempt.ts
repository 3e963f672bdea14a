import { addSeconds } from '../../kernel/base/clock.ts';
import { parseRetryAfter } from '../../kernel/network/services/retry-after.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { type AttemptVerdict, classifyAttempt, mayAskForPause, type SendResult } from './classify-attempt.ts';
import type { AttemptOutcome } from './delivery-outcome-store.ts';
import type { ClaimedDelivery } from './delivery-queue-store.ts';
import { pauseSeconds } from './schedule.ts';

/** One attempt that is over: whose it was, when it began and ended, how long it took in milliseconds, and how the dial ended. */
export type FinishedAttempt = {
  claimed: Pick<
    ClaimedDelivery,
    'tenantId' | 'endpointId' | 'deliveryId' | 'attempts' | 'scheduleFrom' | 'reopened' | 'expiresAt'
  >;
  endpoint: Pick<Endpoint, 'url' | 'maximumAttempts' | 'intervalSeconds'>;
  startedAt: Date;
  endedAt: Date;
  durationMs: number;
  result: SendResult;
};

/** Attempts after which what we cannot prepare is left for a person to look at. */
const MAX_UNPREPARED = 3;

/** What follows an attempt: its outcome to be kept, what it says of the endpoint, and the seconds that the receiver asked for. `random` in [0, 1) spreads the next one. */
export function decideOutcome(
  { claimed, endpoint, result, startedAt, endedAt, durationMs }: FinishedAttempt,
  random: number,
): { outcome: AttemptOutcome; verdict: AttemptVerdict; retryAfterSeconds: number | undefined } {
  const verdict = classifyAttempt(result);
  const number = claimed.attempts + 1;
  const inRound = number - claimed.scheduleFrom;
  const most = result.kind === 'unprepared' ? MAX_UNPREPARED : endpoint.maximumAttempts;
  const isAgain = verdict === 'retry' && inRound < most;
  const retryAfterSeconds =
    result.kind === 'answered' && mayAskForPause(result)
      ? parseRetryAfter(result.retryAfter, endedAt)
      : undefined;
  const pause = pauseSeconds(inRound, random, {
    intervalSeconds: endpoint.intervalSeconds,
    retryAfterSeconds,
  });
  const outcome: AttemptOutcome = {
    tenantId: claimed.tenantId,
    deliveryId: claimed.deliveryId,
    number,
    reopened: claimed.reopened,
    state: verdict === 'delivered' ? 'delivered' : isAgain ? 'pending' : 'failed',
    nextAttemptAt: isAgain ? addSeconds(endedAt, pause) : undefined,
    at: endedAt,
    startedAt,
    durationMs,
    responseStatus: result.kind === 'answered' ? result.status : undefined,
    responseExcerpt: result.kind === 'answered' ? result.excerpt : undefined,
    error: result.kind === 'answered' ? undefined : result.error,
  };
  return { outcome, verdict, retryAfterSeconds };
}
