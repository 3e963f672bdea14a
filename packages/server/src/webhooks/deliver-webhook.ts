import type { Kysely } from 'kysely';
import { addSeconds, type Clock } from '../base/clock.ts';
import { invariant } from '../base/invariant.ts';
import type { Environment } from '../config.ts';
import { enqueueJob } from '../database/enqueue.ts';
import type { Tables } from '../database/tables.ts';
import type { TenantKeys } from '../tenants/tenant-keys.ts';
import { classifyAttempt, type DialResult, mayAskForPause } from './classify-attempt.ts';
import {
  type Delivery,
  findPendingDelivery,
  insertAttempt,
  isErased,
  updateDelivery,
} from './delivery-store.ts';
import { disableEndpoint, type Endpoint, findEndpoint } from './endpoint-store.ts';
import { eventBody } from './event.ts';
import { findEvent } from './event-store.ts';
import { postWebhook } from './post-webhook.ts';
import { parseRetryAfter, pauseSeconds } from './schedule.ts';
import { signWebhook } from './sign-webhook.ts';

/** What delivering needs; `random` gives [0, 1) and spreads the attempts. */
export type DeliverDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  tenantKeys: TenantKeys;
  environment: Environment;
  random: () => number;
};

/** What one job asks for: `attempt` is the number, from 1, of the attempt it was made for, and any other is left alone; an abort of `stopping` throws and counts no attempt. */
export type DeliveryJob = { attempt?: number | undefined; stopping?: AbortSignal | undefined };

async function dial(
  deps: DeliverDeps,
  tenantId: string,
  delivery: Delivery,
  endpoint: Endpoint,
  stopping: AbortSignal | undefined,
): Promise<DialResult> {
  if (!endpoint.enabled) return { kind: 'failed', error: 'the endpoint is disabled' };
  const event = await findEvent(deps.db, tenantId, delivery.eventId);
  invariant(event, 'a delivery has its event');
  const key = await deps.tenantKeys(tenantId);
  const secret = key
    .unseal('webhook_endpoints', endpoint.endpointId, 'sealed_secret', endpoint.sealedSecret)
    .toString('utf8');
  const body = eventBody(event, deps.environment);
  return postWebhook({
    url: endpoint.url,
    body,
    headers: signWebhook(event.eventId, deps.clock.now(), body, [secret]),
    timeoutMs: endpoint.timeoutMs,
    rules: { environment: deps.environment, loopbackAllowed: endpoint.loopbackAllowed, ports: [443, 8443] },
    stopping,
  });
}

type Next = { state: 'pending' | 'delivered' | 'failed'; nextAttemptAt: Date | undefined; disable: boolean };

/** What follows an attempt, numbered from 1: the end, or the time of the next one. */
function decideNext(
  deps: DeliverDeps,
  endpoint: Endpoint,
  number: number,
  result: DialResult,
  now: Date,
): Next {
  const verdict = endpoint.enabled ? classifyAttempt(result) : 'gone';
  if (verdict === 'delivered') return { state: 'delivered', nextAttemptAt: undefined, disable: false };
  if (verdict === 'gone') return { state: 'failed', nextAttemptAt: undefined, disable: endpoint.enabled };
  if (number >= endpoint.maximumAttempts)
    return { state: 'failed', nextAttemptAt: undefined, disable: false };
  const wished =
    result.kind === 'answered' && mayAskForPause(result)
      ? parseRetryAfter(result.retryAfter, now)
      : undefined;
  const pause = pauseSeconds(number, deps.random(), wished);
  return { state: 'pending', nextAttemptAt: addSeconds(now, pause), disable: false };
}

/** Makes one attempt and keeps what came of it, in one commit with the job for the next; a crash before that commit repeats the attempt (at least once), a crash after it does nothing more, so that a delivery never has two chains of jobs. */
export async function deliverWebhook(
  deps: DeliverDeps,
  tenantId: string,
  deliveryId: string,
  job: DeliveryJob = {},
): Promise<void> {
  const delivery = await findPendingDelivery(deps.db, tenantId, deliveryId);
  if (!delivery) return;
  const number = delivery.attempts + 1;
  if (job.attempt !== undefined && job.attempt !== number) return;
  const endpoint = await findEndpoint(deps.db, tenantId, delivery.endpointId);
  invariant(endpoint, 'a delivery has its endpoint');
  const startedAt = deps.clock.now();
  const startedMs = performance.now();
  const result = await dial(deps, tenantId, delivery, endpoint, job.stopping);
  const durationMs = Math.round(performance.now() - startedMs);
  const at = deps.clock.now();
  const { disable, ...next } = decideNext(deps, endpoint, number, result, at);
  await deps.db.transaction().execute(async (trx) => {
    if (!(await updateDelivery(trx, tenantId, { deliveryId, attempts: number, at, ...next }))) return;
    const keepsAnswer = result.kind === 'answered' && !(await isErased(trx, tenantId, delivery.eventId));
    await insertAttempt(trx, tenantId, {
      deliveryId,
      number,
      startedAt,
      durationMs,
      responseStatus: result.kind === 'answered' ? result.status : undefined,
      responseExcerpt: keepsAnswer ? result.excerpt : undefined,
      error: result.kind === 'failed' ? result.error : undefined,
    });
    if (disable) await disableEndpoint(trx, tenantId, endpoint.endpointId);
    if (next.nextAttemptAt) {
      const payload = { tenantId, deliveryId, attempt: number + 1 };
      await enqueueJob(trx, 'deliver-webhook', payload, { runAt: next.nextAttemptAt });
    }
  });
}
