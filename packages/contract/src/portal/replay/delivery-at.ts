import type { DeliveryAttempt } from '../../webhooks/webhook-log.ts';
import type { CaseDelivery } from '../case.ts';

const endOf = ({ startedAt, durationMs }: DeliveryAttempt): string =>
  new Date(Date.parse(startedAt) + durationMs).toISOString();

const isSuccess = ({ responseStatus }: DeliveryAttempt): boolean =>
  responseStatus !== undefined && responseStatus >= 200 && responseStatus < 300;

/** Where a delivery stood: by its attempts until then, and by its end where no attempt came after the instant. */
function stateOf(
  now: CaseDelivery,
  instant: string,
  { ended, isSending, isWhole }: { ended: DeliveryAttempt[]; isSending: boolean; isWhole: boolean },
): CaseDelivery['state'] {
  if (isSending) return 'sending';
  const isOver = now.finishedAt !== undefined && now.finishedAt <= instant;
  if (isWhole && isOver) return now.state;
  const last = ended.at(-1);
  return last && isSuccess(last) ? 'delivered' : 'pending';
}

/** Computes a delivery as it stood; of what is not kept over time, the endpoint's state and the next attempt, only that of now is told. */
export function deliveryAt(now: CaseDelivery, instant: string, readAt: string): CaseDelivery {
  if (instant >= readAt) return now;
  const { nextAttemptAt: _next, finishedAt, skipped, ...rest } = now;
  const history = now.history.filter((attempt) => endOf(attempt) <= instant);
  const begun = now.history.filter(({ startedAt }) => startedAt <= instant);
  // The log has the newest attempts of very many: those before it ended as well.
  const before = now.attempts - now.history.length;
  const isWhole = begun.length === now.history.length;
  const isSending = begun.length > history.length;
  const state = stateOf(now, instant, { ended: history, isSending, isWhole });
  const isEnded = state === 'delivered' || state === 'failed';
  const endedAt = isWhole ? finishedAt : history.map(endOf).at(-1);
  return {
    ...rest,
    ...{ state, history, attempts: before + history.length, endpoint: 'enabled' },
    ...(isEnded && endedAt !== undefined && endedAt <= instant ? { finishedAt: endedAt } : {}),
    ...(state === 'failed' && skipped ? { skipped } : {}),
  };
}

/**
 * When an endpoint was told of an event, and its status where an attempt of that is kept; undefined where it never took it. An event that
 * was sent again was told by its first success, whatever came of the rest.
 */
export function firstToldOf({
  history,
  state,
  finishedAt,
}: Pick<CaseDelivery, 'history' | 'state' | 'finishedAt'>): { at?: string; status?: number } | undefined {
  const first = history.find(isSuccess);
  if (first) return { at: endOf(first), ...(first.responseStatus ? { status: first.responseStatus } : {}) };
  return state === 'delivered' ? { ...(finishedAt ? { at: finishedAt } : {}) } : undefined;
}
