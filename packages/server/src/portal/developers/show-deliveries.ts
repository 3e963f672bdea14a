import type { DeliveryRows, DeliveryView, FailedCount, SearchDeliveries } from '@titular/contract';
import { type CaseScope, hideUnknown } from '../../cases/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { parseInstant, parsePathId } from '../../kernel/http/body/parse-query.ts';
import {
  countFailed,
  type EndpointDeps,
  findEvent,
  readDelivery,
  searchDeliveries,
  toSent,
} from '../../webhooks/index.ts';
import { requireSeenEndpoint } from './seen-endpoint.ts';

type ShowDeps = Pick<EndpointDeps, 'db' | 'clock' | 'environment'>;

/** A page of the deliveries to an endpoint that the caller sees, newest first; refuses with 40420. */
export async function searchSeenDeliveries(
  deps: ShowDeps,
  scope: CaseScope,
  id: string,
  asked: SearchDeliveries,
): Promise<DeliveryRows> {
  const { endpointId } = await requireSeenEndpoint(deps.db, scope, id);
  return searchDeliveries(deps, scope.tenantId, endpointId, asked);
}

/** A delivery to that endpoint with the request and answer of every attempt; refuses with 40420. */
export async function showSeenDelivery(
  deps: ShowDeps,
  scope: CaseScope,
  id: string,
  deliveryId: string,
): Promise<DeliveryView> {
  const { tenantId } = scope;
  const { endpointId, url, enabled } = await requireSeenEndpoint(deps.db, scope, id);
  const delivery = await hideUnknown(() => readDelivery(deps, tenantId, deliveryId));
  const event = await findEvent(deps.db, tenantId, parsePathId(delivery.eventId));
  if (delivery.endpointId !== endpointId || !event) throw new Refusal('40420');
  const endpoint = enabled ? 'enabled' : 'disabled';
  return toSent(delivery, { event, url, endpoint, environment: deps.environment });
}

/** A time that a request names; refuses with 40002 one that no calendar has. */
export function requireSince(text: string): Date {
  const since = parseInstant('since', text);
  if (!since) throw new Refusal('40002', 'since is required.');
  return since;
}

/** Counts what failed since a time, before it is sent again; refuses with 40420 and 40002. */
export async function countSeenFailed(
  deps: ShowDeps,
  scope: CaseScope,
  id: string,
  since: string,
): Promise<FailedCount> {
  const { endpointId } = await requireSeenEndpoint(deps.db, scope, id);
  return countFailed(deps, scope.tenantId, endpointId, requireSince(since));
}
