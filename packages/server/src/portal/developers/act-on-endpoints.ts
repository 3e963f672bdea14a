import type {
  ChangeWebhookEndpointRequest,
  CreateWebhookEndpointRequest,
  EndpointSecret,
  EndpointView,
  RotateWebhookSecretRequest,
} from '@titular/contract';
import { hideUnknown, isWithin, type Member } from '../../cases/index.ts';
import { answerNamed, readIdempotencyKey } from '../../idempotency/index.ts';
import { parseUuid } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { idleWithoutTurn } from '../../kernel/http/admission/admission.ts';
import type { RouteRequest } from '../../kernel/http/route.ts';
import type { Actor } from '../../kernel/http/service-actor.ts';
import {
  changeEndpoint,
  createEndpoint,
  type Endpoint,
  type EndpointDeps,
  rotateEndpointSecret,
} from '../../webhooks/index.ts';
import { requireSeenEndpoint } from './seen-endpoint.ts';
import { showSeenEndpoint } from './show-endpoints.ts';

/** The headers of a request, of which one may name the press of the button. */
type Headers = RouteRequest['headers'];

/** Carries out what shows a secret, once for each press: who lost the answer sees the secret of that time. A key of one person is no other's. */
const onPress = <Answer extends object>(
  deps: EndpointDeps,
  { tenantId, actor }: Member,
  { headers, operation, body }: { headers: Headers; operation: string; body: unknown },
  work: (from: EndpointDeps, by: Actor) => Promise<Answer>,
): Promise<Answer> => {
  const key = readIdempotencyKey(headers['idempotency-key']);
  const request = { key, operation: `${operation} ${actor}`, body };
  return answerNamed({ ...deps, idle: idleWithoutTurn }, tenantId, request, (db) =>
    work({ ...deps, db }, { tenantId, actor }),
  );
};

/** Registers an endpoint of a company that the caller sees, and answers its secret this once. Refuses with 40420, 40002 and 40071. */
export async function createSeenEndpoint(
  deps: EndpointDeps,
  member: Member,
  body: CreateWebhookEndpointRequest,
  headers: Headers,
): Promise<EndpointSecret> {
  const companyId = parseUuid(body.company);
  if (!companyId || !isWithin(member, companyId)) throw new Refusal('40420');
  const press = { headers, operation: 'createPortalEndpoint', body };
  const { id, secret } = await hideUnknown(() =>
    onPress(deps, member, press, (from, by) => createEndpoint(from, by, body)),
  );
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

/** Replaces the secret of an endpoint that the caller sees, and answers the new one this once; refuses with 40420 and 40072. */
export const rotateSeenSecret = (
  deps: EndpointDeps,
  member: Member,
  id: string,
  body: RotateWebhookSecretRequest,
  headers: Headers,
): Promise<EndpointSecret> =>
  actOnSeen(deps, member, id, (_actor, endpointId) => {
    const press = { headers, operation: 'rotatePortalSecret', body: { id: endpointId, body } };
    return onPress(deps, member, press, (from, by) => rotateEndpointSecret(from, by, endpointId, body));
  });
