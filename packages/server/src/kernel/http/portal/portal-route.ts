import {
  ErrorResponse,
  type PortalBody,
  type PortalOperation,
  type PortalOperationName,
  portalCalls,
  portalOperations,
} from '@titular/contract';
import type { ParamName, PortalRoute, RouteReply, RouteRequest } from '../route.ts';
import type { PortalCaller, ReceiverCaller, SignedInUser } from './portal-caller.ts';

export type { PortalCaller, ReceiverCaller, SignedInUser, UserActor } from './portal-caller.ts';

type Operations = typeof portalOperations;

/** Parameters that handlers do not get: a member's tenant comes from the membership, and only operators are in none. */
type Withheld<Name extends PortalOperationName> = Operations[Name]['access'] extends 'deployment:manage'
  ? never
  : 'tenant_id';

/** Ids of the address, each of them a UUID. */
type Params<Name extends PortalOperationName> = Readonly<
  Record<Exclude<ParamName<Operations[Name]['path']>, Withheld<Name>>, string>
>;

/** A call of the portal as the tables of the contract describe it. */
export type PortalRequest<Name extends PortalOperationName> = Omit<
  RouteRequest,
  'params' | 'query' | 'body'
> & { params: Params<Name>; body: PortalBody<Name> };

/** Who calls: nobody known, who runs a receiver, who is signed in, an operator, or a member with the permission. */
type CallerOf<Name extends PortalOperationName> = Operations[Name]['access'] extends 'anybody'
  ? undefined
  : Operations[Name]['access'] extends 'receiver'
    ? ReceiverCaller
    : Operations[Name]['access'] extends 'signed-in' | 'deployment:manage'
      ? SignedInUser
      : PortalCaller;

/** Room for a list of a thousand companies. */
const BODY_LIMIT_BYTES = 64 * 1024;

const REFUSALS = Object.fromEntries([400, 403, 404, 429, 500].map((status) => [status, ErrorResponse]));

/** Makes a row of the route table whose method, path, access and schemas stand in the tables of the contract. */
export function definePortalRoute<Name extends PortalOperationName>(
  name: Name,
  handle: (request: PortalRequest<Name>, caller: CallerOf<Name>) => Promise<RouteReply>,
): PortalRoute {
  const operation: PortalOperation = portalOperations[name];
  const { body, answer } = portalCalls[name];
  return {
    operationId: name,
    summary: name,
    method: operation.method,
    path: operation.path,
    access: 'portal',
    operation,
    bodyKind: body === undefined ? 'none' : 'json',
    ...(body === undefined ? {} : { bodySchema: body }),
    bodyLimitBytes: BODY_LIMIT_BYTES,
    responses: { 200: answer, ...(operation.isConditional ? { 304: 'text' as const } : {}), ...REFUSALS },
    ...(operation.isConditional ? { isFrequent: true as const } : {}),
    handle: handle as PortalRoute['handle'],
  };
}
