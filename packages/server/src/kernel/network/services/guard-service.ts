import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { ServiceReply } from './ask-service.ts';
import { admitCall, type Breaker, MAX_RETRY_AFTER_MS, noteFailure, noteSuccess, UNTRIED } from './breaker.ts';
import { parseRetryAfter } from './retry-after.ts';
import { ServiceUnavailableError } from './service-unavailable.ts';

/** Runs calls to one service under a breaker; `what` names the call in the log. */
export type ServiceGuard = <Value>(what: string, call: () => Promise<Value>) => Promise<Value>;

/** What the log calls the service: `whole` as in "the identity platform", `short` as in "the platform". */
export type ServiceNames = { whole: string; short: string };

/** Statuses that tell of the service as a whole; others may come from this one request. */
const isOfService = (status: number): boolean =>
  status < 400 || status >= 500 || [401, 403, 408, 429].includes(status);

/** Lets an answer with 200 or 201 pass; any other is a `ServiceUnavailableError`, with the pause that it asked for. */
export function expectSuccess(
  { what, short, now }: { what: string; short: string; now: Date },
  reply: ServiceReply,
  tellsOfAll = isOfService(reply.status),
): ServiceReply {
  const { status, retryAfter } = reply;
  if (status === 200 || status === 201) return reply;
  const pauseSeconds = [429, 503].includes(status) ? parseRetryAfter(retryAfter, now) : 0;
  throw new ServiceUnavailableError(`${what}: ${short} answers ${status}`, {
    waitMs: Math.min((pauseSeconds ?? 0) * 1000, MAX_RETRY_AFTER_MS),
    isOfService: tellsOfAll,
  });
}

/** Guards calls to one service: after failures in a row nothing is asked for a while. The log hears once that it is away, and once that it is back. */
export function createServiceGuard(
  { whole, short }: ServiceNames,
  { clock, log }: { clock: Clock; log: Log },
): ServiceGuard {
  let breaker: Breaker = UNTRIED;
  let problem: string | undefined;
  /** One failed fetch of a token fails many calls, and counts once. */
  const counted = new WeakSet<ServiceUnavailableError>();

  const note = (now: string | undefined): void => {
    const before = problem;
    if (now === before) return;
    problem = now;
    if (now === undefined) log.warn(`${whole} can be used again`);
    else if (before === undefined) log.error({ problem }, `${whole} cannot be used`);
    else log.info({ problem }, `${whole} is still away`);
  };

  const fail = (error: unknown): void => {
    const isUnavailable = error instanceof ServiceUnavailableError;
    if (!isUnavailable || !error.isOfService || counted.has(error)) {
      // It says nothing of the service, or was heard before: whoever comes next may try it.
      breaker = { ...breaker, isTrying: false };
      if (isUnavailable && !error.isOfService) log.warn({ problem: error.message }, `${whole} was not used`);
      return;
    }
    counted.add(error);
    breaker = noteFailure(breaker, clock.now().getTime(), error.waitMs);
    note(error.message);
  };

  return async (what, call) => {
    const admission = admitCall(breaker, clock.now().getTime());
    if (admission.kind === 'refused')
      throw new ServiceUnavailableError(`${what}: not asked, because ${short} is away`, {
        waitMs: admission.waitMs,
        isOfService: false,
      });
    breaker = admission.breaker;
    try {
      const value = await call();
      breaker = noteSuccess(breaker);
      note(undefined);
      return value;
    } catch (error) {
      fail(error);
      throw error;
    }
  };
}
