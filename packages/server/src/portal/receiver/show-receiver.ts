import type { DeliveryView, ReceiverEndpoint, ReceiverSession } from '@titular/contract';
import { hideUnknown } from '../../cases/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { digest } from '../../kernel/base/secret.ts';
import type { ReceiverCaller } from '../../kernel/http/portal/portal-route.ts';
import { findSession } from '../../receivers/index.ts';
import { csrfTokenOf } from '../../users/index.ts';
import {
  findOpenedEndpoint,
  readDelivery,
  readEndpointHealth,
  showEndpoint,
  signWebhook,
  withoutQuery,
} from '../../webhooks/index.ts';
import { showSeenDelivery } from '../developers/show-deliveries.ts';
import type { ReceiverDeps } from './receiver-deps.ts';

type Scope = Pick<ReceiverCaller, 'tenantId' | 'endpointId'>;

/** How the endpoint of a session does; of what it is set to, its address alone. */
async function showReceiverEndpoint(
  deps: ReceiverDeps,
  { tenantId, endpointId }: Scope,
): Promise<ReceiverEndpoint> {
  const { url, failures, failingSince } = await hideUnknown(() => showEndpoint(deps, tenantId, endpointId));
  return {
    ...{ url: withoutQuery(url), failures },
    ...(failingSince === undefined ? {} : { failingSince }),
    ...(await readEndpointHealth(deps, tenantId, endpointId)),
  };
}

/** A receiver session as its page sees it; refuses with 40340 one that has ended. */
export async function describeReceiver(deps: ReceiverDeps, secret: string): Promise<ReceiverSession> {
  const { db, clock, environment } = deps;
  const session = await findSession(db, digest(secret), clock.now());
  if (!session) throw new Refusal('40340');
  return {
    ...{ csrf: csrfTokenOf(secret), environment, expiresAt: session.expiresAt.toISOString() },
    endpoint: await showReceiverEndpoint(deps, session),
  };
}

/** Refuses with 40420 a delivery to another endpoint than the session's. */
export async function requireOwnDelivery(
  deps: ReceiverDeps,
  { tenantId, endpointId }: Scope,
  deliveryId: string,
): Promise<void> {
  const delivery = await hideUnknown(() => readDelivery(deps, tenantId, deliveryId));
  if (delivery.endpointId !== endpointId) throw new Refusal('40420');
}

/** A delivery to the endpoint, each answered attempt with its signature, made again with the secrets that sign now; they stay here. Refuses with 40420. */
export async function showReceiverDelivery(
  deps: ReceiverDeps,
  { tenantId, endpointId }: Scope,
  deliveryId: string,
): Promise<DeliveryView> {
  const shown = await showSeenDelivery(deps, { tenantId, companies: 'all' }, endpointId, deliveryId);
  const opened = await findOpenedEndpoint(deps, tenantId, endpointId);
  if (!opened) throw new Refusal('40420');
  const history = shown.history.map((attempt) => {
    if (!attempt.headers) return attempt;
    const startedAt = new Date(attempt.startedAt);
    const signed = signWebhook(shown.eventId, startedAt, shown.request, opened.secrets);
    const headers = attempt.headers.map((header) =>
      header.name === 'webhook-signature' ? { ...header, value: signed['webhook-signature'] } : header,
    );
    return { ...attempt, headers };
  });
  return { ...shown, history };
}
