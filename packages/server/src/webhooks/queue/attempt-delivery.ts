import { WebhookAuthentication } from '@titular/contract';
import { Value } from 'typebox/value';
import type { Environment } from '../../config/config.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import type { Log } from '../../kernel/base/log.ts';
import type { SandboxPort } from '../../kernel/http/sandbox-port.ts';
import type { TenantKeys } from '../../tenants/index.ts';
import type { FindEndpointRules } from '../endpoints/endpoint-url.ts';
import { eventBody } from '../events/event.ts';
import { toEvent } from '../events/event-store.ts';
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

/** What is sealed of an endpoint, opened: the secrets that sign now, the present one and, while a rotation overlaps, the one before, and the credentials. */
async function open(
  { tenantKeys }: AttemptDeps,
  { tenantId, endpointId, endpoint, sealed }: LockedEndpoint,
  now: Date,
): Promise<{ secrets: string[]; authentication: WebhookAuthentication }> {
  const key = await tenantKeys(tenantId);
  const unseal = (field: string, bytes: Buffer): string =>
    key.unseal('webhook_endpoints', endpointId, field, bytes).toString('utf8');
  const secrets = [unseal('sealed_secret', sealed.secret)];
  const { previousSecretEndsAt: end } = endpoint;
  if (sealed.previousSecret && end && end > now)
    secrets.push(unseal('sealed_previous_secret', sealed.previousSecret));
  const authentication = sealed.authentication
    ? Value.Parse(WebhookAuthentication, JSON.parse(unseal('sealed_authentication', sealed.authentication)))
    : ({ kind: 'none' } as const);
  return { secrets, authentication };
}

async function prepare(
  deps: AttemptDeps,
  claimed: ClaimedDelivery,
  locked: LockedEndpoint,
  now: Date,
): Promise<Prepared> {
  const body = eventBody(toEvent(claimed.event), deps.environment);
  const { secrets, authentication } = await open(deps, locked, now);
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
    deps.log.error({ err: error, deliveryId: claimed.deliveryId }, 'fault while preparing a webhook');
    return { kind: 'unprepared', error: 'the service could not prepare the request; its log says why' };
  }
  const { url, timeoutMs, loopbackAllowed } = locked.endpoint;
  const rules = deps.endpointRules(loopbackAllowed);
  return deps.sender.send({ url, timeoutMs, rules, stopping, ...prepared, endpointId: locked.endpointId });
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
  const result = await sendOnce(deps, claimed, locked, { startedAt, stopping });
  const durationMs = Math.round(performance.now() - startedMs);
  return { claimed, endpoint: locked.endpoint, startedAt, endedAt: deps.clock.now(), durationMs, result };
}
