import type {
  ChangeWebhookEndpointRequest,
  CreateWebhookEndpointRequest,
  EndpointSecret,
  EndpointView,
} from '@titular/contract';
import { hideUnknown, isWithin, type Member } from '../../cases/index.ts';
import { parseUuid } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Actor } from '../../kernel/http/service-actor.ts';
import { changeEndpoint, createEndpoint, type Endpoint, type EndpointDeps } from '../../webhooks/index.ts';
import { requireSeenEndpoint } from './seen-endpoint.ts';
import { showSeenEndpoint } from './show-endpoints.ts';

/** Registers an endpoint of a company that the caller sees, and answers its secret this once. Refuses with 40420, 40002 and 40071. */
export async function createSeenEndpoint(
  deps: EndpointDeps,
  { tenantId, actor, ...scope }: Member,
  request: CreateWebhookEndpointRequest,
): Promise<EndpointSecret> {
  const companyId = parseUuid(request.company);
  if (!companyId || !isWithin({ tenantId, ...scope }, companyId)) throw new Refusal('40420');
  const { id, secret } = await hideUnknown(() => createEndpoint(deps, { tenantId, actor }, request));
  return { id, secret };
}

/** Carries out an act on an endpoint that the caller sees; refuses any other with 40420. */
export async function actOnSeen<T>(
  { db }: Pick<EndpointDeps, 'db'>,
  member: Member,
  id: string,
  act: (actor: Actor, endpointId: Endpoint['endpointId']) => Promise<T>,
): Promise<T> {
  const { endpointId } = await requireSeenEndpoint(db, member, id);
  const { tenantId, actor } = member;
  return hideUnknown(() => act({ tenantId, actor }, endpointId));
}

/** Changes an endpoint and answers it with its health; refuses with 40420 and 40002. */
export async function changeSeenEndpoint(
  deps: EndpointDeps,
  member: Member,
  id: string,
  patch: ChangeWebhookEndpointRequest,
): Promise<EndpointView> {
  await actOnSeen(deps, member, id, (actor, endpointId) => changeEndpoint(deps, actor, endpointId, patch));
  return showSeenEndpoint(deps, member, id);
}
