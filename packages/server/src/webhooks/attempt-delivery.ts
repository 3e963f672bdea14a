import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Environment } from '../config.ts';
import type { TenantKeys } from '../tenants/tenant-keys.ts';
import type { FinishedAttempt } from './attempt.ts';
import type { DialResult } from './classify-attempt.ts';
import type { ClaimedDelivery, LockedEndpoint } from './delivery-queue-store.ts';
import { eventBody } from './event.ts';
import { toEvent } from './event-store.ts';
import { postWebhook } from './post-webhook.ts';
import { signWebhook } from './sign-webhook.ts';

/** What one attempt needs. */
export type AttemptDeps = { clock: Clock; log: Log; tenantKeys: TenantKeys; environment: Environment };

/** A request as it will be sent, with the signature of this moment. */
type Prepared = { body: string; headers: Record<string, string> };

/** The secrets that sign now: the present one and, while a rotation overlaps, the one before. */
async function openSecrets(
  { tenantKeys }: AttemptDeps,
  { tenantId, endpointId, endpoint, sealed }: LockedEndpoint,
  now: Date,
): Promise<string[]> {
  const key = await tenantKeys(tenantId);
  const open = (field: string, bytes: Buffer): string =>
    key.unseal('webhook_endpoints', endpointId, field, bytes).toString('utf8');
  const secrets = [open('sealed_secret', sealed.secret)];
  const { previousSecretEndsAt: end } = endpoint;
  if (sealed.previousSecret && end && end > now)
    secrets.push(open('sealed_previous_secret', sealed.previousSecret));
  return secrets;
}

async function prepare(
  deps: AttemptDeps,
  claimed: ClaimedDelivery,
  locked: LockedEndpoint,
): Promise<Prepared> {
  const now = deps.clock.now();
  const body = eventBody(toEvent(claimed.event), deps.environment);
  const secrets = await openSecrets(deps, locked, now);
  return { body, headers: signWebhook(claimed.event.event_id, now, body, secrets) };
}

async function dial(
  deps: AttemptDeps,
  claimed: ClaimedDelivery,
  locked: LockedEndpoint,
  stopping: AbortSignal,
): Promise<DialResult> {
  let prepared: Prepared;
  try {
    prepared = await prepare(deps, claimed, locked);
  } catch (error) {
    deps.log.error({ err: error, deliveryId: claimed.deliveryId }, 'fault while preparing a webhook');
    return { kind: 'unprepared', error: 'the service could not prepare the request; its log says why' };
  }
  const { url, timeoutMs, loopbackAllowed } = locked.endpoint;
  const rules = { environment: deps.environment, loopbackAllowed };
  return postWebhook({ url, timeoutMs, rules, stopping, ...prepared });
}

/** Sends one delivery once; throws only when `stopping` cut it short, which is no attempt. */
export async function attemptDelivery(
  deps: AttemptDeps,
  claimed: ClaimedDelivery,
  locked: LockedEndpoint,
  stopping: AbortSignal,
): Promise<FinishedAttempt> {
  const startedAt = deps.clock.now();
  const startedMs = performance.now();
  const result = await dial(deps, claimed, locked, stopping);
  const durationMs = Math.round(performance.now() - startedMs);
  return { claimed, endpoint: locked.endpoint, startedAt, endedAt: deps.clock.now(), durationMs, result };
}
