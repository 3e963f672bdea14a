import type { WebhookAuthentication } from '@titular/contract';
import type { Environment } from '../../config/config.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import type { Log } from '../../kernel/base/log.ts';
import { isPassingOutage } from '../../kernel/database/database-problem.ts';
import type { SandboxPort } from '../../kernel/http/sandbox-port.ts';
import type { TenantKeys } from '../../tenants/index.ts';
import type { FindEndpointRules } from '../endpoints/endpoint-url.ts';
import { eventBody } from '../events/event.ts';
import { toEvent } from '../events/event-store.ts';
import { openSealed } from '../sender/open-sealed.ts';
import type { WebhookSender } from '../sender/send-webhook.ts';
import { signWebhook } from '../sender/sign-webhook.ts';
import type { FinishedAttempt } from './attempt.ts';
import type { SendResult } from './classify-attempt.ts';
import type { ClaimedDelivery, LockedEndpoint } from './delivery-queue-store.ts';

/** What one attempt needs. */
export type AttemptDeps = {
  clock: Clock;
  log: Log;
  tenantKeys: TenantKeys;
  environment: Environment;
  endpointRules: FindEndpointRules;
  sender: Pick<WebhookSender, 'send'>;
  sandbox: Pick<SandboxPort, 'beforeSign'>;
};

/** A request as it will be sent, with the signature of this moment. */
type Prepared = {
  body: string;
  signatureHeaders: Record<string, string>;
  authentication: WebhookAuthentication;
};

async function prepare(
  deps: AttemptDeps,
  claimed: ClaimedDelivery,
  locked: LockedEndpoint,
  now: Date,
): Promise<Prepared> {
  const body = eventBody(toEvent(claimed.event), deps.environment);
  const { tenantId, endpointId, sealed } = locked;
  const { previousSecretEndsAt } = locked.endpoint;
  const key = await deps.tenantKeys(tenantId);
  const { secrets, authentication } = openSealed(key, endpointId, sealed, { previousSecretEndsAt, now });
  const signing = await deps.sandbox.beforeSign(claimed, secrets);
  const signatureHeaders = signWebhook(claimed.event.event_id, now, body, signing);
  return { body, signatureHeaders, authentication };
}

async function sendOnce(
  deps: AttemptDeps,
  claimed: ClaimedDelivery,
  locked: LockedEndpoint,
  { startedAt, stopping }: { startedAt: Date; stopping: AbortSignal },
): Promise<SendResult> {
  let prepared: Prepared;
  try {
    prepared = await prepare(deps, claimed, locked, startedAt);
  } catch (error) {
    if (isPassingOutage(error)) throw error;
    deps.log.error({ err: error, deliveryId: claimed.deliveryId }, 'fault while preparing a webhook');
    return { kind: 'unprepared', error: 'the service could not prepare the request; its log says why' };
  }
  const { url, timeoutMs, loopbackAllowed } = locked.endpoint;
  const rules = deps.endpointRules(loopbackAllowed);
  return deps.sender.send({ url, timeoutMs, rules, stopping, ...prepared, endpointId: locked.endpointId });
}

/** Sends one delivery once; throws only where that is no attempt: `stopping` cut it short, or the database was away before anything was sent. */
export async function attemptDelivery(
  deps: AttemptDeps,
  claimed: ClaimedDelivery,
  locked: LockedEndpoint,
  stopping: AbortSignal,
): Promise<FinishedAttempt> {
  const startedAt = deps.clock.now();
  const startedMs = performance.now();
  const result = await sendOnce(deps, claimed, locked, { startedAt, stopping });
  const durationMs = Math.round(performance.now() - startedMs);
  return { claimed, endpoint: locked.endpoint, startedAt, endedAt: deps.clock.now(), durationMs, result };
}
