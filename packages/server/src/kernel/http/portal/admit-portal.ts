import type { Permission, PortalOperation } from '@titular/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isId, type TenantId } from '../../base/id.ts';
import { Refusal } from '../../base/refusal.ts';
import { keyedDigest } from '../../base/secret.ts';
import { refuseGone, toRouteRequest } from '../admission/admit-public.ts';
import type { PortalRoute, RouteReply, RouteRequest } from '../route.ts';
import { createTag } from '../tag.ts';
import { admitReceiver, type ReceiverPort } from './admit-receiver.ts';
import {
  type CallerStay,
  type MembershipScope,
  type PortalCaller,
  type ReceiverCaller,
  type SignedInUser,
  toPortalCaller,
} from './portal-caller.ts';
import { readPortalCookie } from './portal-cookie.ts';
import { isBusy } from './portal-database.ts';
import { refuseForeign } from './refuse-foreign.ts';
import { requireToken } from './require-token.ts';

/** A session as its row says it at this request. */
export type FoundSession = {
  user: SignedInUser;
  /** What a call that changes something has to send back. */
  csrf: string;
  isLocked: boolean;
  mustEnrol: boolean;
  /** Last used so long ago that a use is worth a note. */
  isStale: boolean;
};

/** A call that an operator made in a tenant, and what it is about; of a search, a digest of what was asked and how many rows it found. */
export type PortalView = {
  call: string;
  subject: `${string}/${string}`;
  search: { digest: string; rows: number } | undefined;
};

/** What the portal's door asks the nouns, at each request anew: what was ended or taken away is felt by the next one. */
export type PortalPort = ReceiverPort & {
  /** The portal's origin. */
  url: string;
  /** Waits for the other questions of open pages, so that they share what follows. */
  endOfWindow(): Promise<void>;
  findSession(secret: string): Promise<FoundSession | undefined>;
  /** Notes that a session was used; what the page asks by itself does not count. */
  touch(sessionId: string): Promise<void>;
  findMembership(tenantId: TenantId, user: SignedInUser): Promise<MembershipScope | undefined>;
  /** Writes down what an operator viewed in a tenant, before they are answered; false where their stay has ended meanwhile. */
  noteView(caller: PortalCaller & { stay: CallerStay }, view: PortalView): Promise<boolean>;
};

type Admitted = {
  caller: PortalCaller | SignedInUser | ReceiverCaller;
  /** Notes the view of an operator who is in a tenant. */
  note?: (view: Pick<PortalView, 'search'>) => Promise<boolean>;
  /** Known to the session alone, so that a digest with it tells nobody what was looked for. */
  csrf: string;
};

/** A call of people who are signed in. */
type MemberOperation = Pick<PortalOperation, 'extent'> & {
  access: Exclude<PortalOperation['access'], 'anybody' | 'receiver'>;
};

/** Who was let in, and the door that asks the same again. */
const admitted = createTag<FastifyRequest, { admission: Admitted; port: PortalPort }>('admitted');

/** Refuses what a session may not do now, whoever has it. */
function requireUsable({ operation }: PortalRoute, session: FoundSession): void {
  if (session.isLocked && !operation.whileLocked) throw new Refusal('40341');
  if (session.mustEnrol && !operation.whileLocked && !operation.whileEnrolling) throw new Refusal('40347');
}

async function findSession(
  { operation }: PortalRoute,
  port: PortalPort,
  { headers }: FastifyRequest,
): Promise<FoundSession> {
  const secret = readPortalCookie(port.url, headers.cookie);
  const session = secret === undefined ? undefined : await port.findSession(secret);
  if (!session) throw new Refusal('40340');
  if (operation.method !== 'GET') requireToken(session, headers);
  return session;
}

/** The member of the tenant in the address, with the permission to the extent that the call asks for; a stranger to the tenant learns nothing of it. */
async function requireMember(
  permission: Permission,
  needed: PortalOperation['extent'],
  port: PortalPort,
  user: SignedInUser,
  tenantId: string | undefined,
): Promise<PortalCaller> {
  const scope =
    tenantId !== undefined && isId(tenantId)
      ? await port.findMembership(tenantId.toLowerCase() as TenantId, user)
      : undefined;
  if (!scope) throw new Refusal('40420');
  const caller = toPortalCaller(user, scope);
  const extent = caller.extent(permission);
  if (extent === undefined || (needed !== undefined && extent !== needed)) throw new Refusal('40343');
  return caller;
}

/** Who calls, if they may: a person who is signed in, an operator, or a member of the tenant in the address. */
async function requireAccess(
  { access, extent }: MemberOperation,
  port: PortalPort,
  user: SignedInUser,
  tenantId: string | undefined,
): Promise<SignedInUser | PortalCaller> {
  if (access === 'signed-in') return user;
  if (access !== 'deployment:manage') return requireMember(access, extent, port, user, tenantId);
  if (!user.isOperator) throw new Refusal('40343');
  return user;
}

/** Every id of an address is a UUID: anything else is the id of nothing. */
function requireIds(params: Record<string, string>): void {
  if (!Object.entries(params).every(([name, value]) => !name.endsWith('_id') || isId(value)))
    throw new Refusal('40420');
}

const isStaying = (caller: PortalCaller | SignedInUser): caller is PortalCaller & { stay: CallerStay } =>
  'stay' in caller && caller.stay !== undefined;

/** What a call in a tenant is about, as the audit log names it: the first thing of its address, or the tenant. */
function subjectOf(params: Record<string, string>, tenantId: TenantId): PortalView['subject'] {
  const [name, id] = Object.entries(params).find(([one]) => one !== 'tenant_id') ?? ['tenant_id', tenantId];
  return `${name.replace(/_id$/, '').replaceAll('_', '-')}/${id.toLowerCase()}`;
}

/** Whether an open page asks by itself if something changed since its last answer (RFC 9110, section 13.1.2). */
const isQuestion = ({ operation }: PortalRoute, { headers }: FastifyRequest): boolean =>
  operation.isConditional === true && headers['if-none-match'] !== undefined;

/** Whether a request brings a session, known or not: whoever has none is refused at once, and nothing of it is held. */
const hasSession = ({ url }: PortalPort, { headers }: FastifyRequest): boolean =>
  readPortalCookie(url, headers.cookie) !== undefined;

/** Lets a call of a person who is signed in in, or refuses it. */
async function admitPerson(
  route: PortalRoute,
  port: PortalPort,
  request: FastifyRequest,
  access: MemberOperation['access'],
): Promise<Admitted> {
  const { operation } = route;
  const params = request.params as Record<string, string>;
  // Before anything is looked up: what was ended or taken away while it waited is felt.
  const isFirst = admitted.get(request) === undefined;
  if (isFirst && isQuestion(route, request) && hasSession(port, request)) await port.endOfWindow();
  const session = await findSession(route, port, request);
  requireUsable(route, session);
  const caller = await requireAccess({ ...operation, access }, port, session.user, params['tenant_id']);
  if (operation.stepUp && !session.user.isFresh) throw new Refusal('40342');
  requireIds(params);
  // What the page asks by itself keeps no session awake.
  const isUse = !operation.isConditional && !operation.whileLocked;
  if (isUse && session.isStale) await port.touch(session.user.sessionId);
  const view = { call: route.operationId };
  const note = isStaying(caller)
    ? {
        note: (rest: Pick<PortalView, 'search'>) =>
          port.noteView(caller, { ...view, subject: subjectOf(params, caller.tenantId), ...rest }),
      }
    : {};
  return { caller, csrf: session.csrf, ...note };
}

/** Lets a call of somebody known in, or refuses it. */
async function admit(
  route: PortalRoute,
  port: PortalPort,
  request: FastifyRequest,
): Promise<Admitted | undefined> {
  const { access } = route.operation;
  if (access === 'anybody') return undefined;
  const admission =
    access === 'receiver'
      ? await admitReceiver(route, port, request)
      : await admitPerson(route, port, request, access);
  requireIds(request.params as Record<string, string>);
  return admission;
}

/** Lets a call of the portal's page in before its body is read, or refuses it. */
export async function admitPortal(
  route: PortalRoute,
  port: PortalPort,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  refuseForeign(request.method, request.headers, port.url);
  const admission = await admit(route, port, request);
  if (!admission) return;
  refuseGone(reply);
  admitted.set(request, { admission, port });
}

/** What a search asked, as a keyed digest, and how many rows its page has; undefined of a call that asked nothing. */
function searchOf(
  asked: Pick<RouteRequest, 'query' | 'body'>,
  reply: RouteReply,
  key: string,
): PortalView['search'] {
  const { query, body } = asked;
  if (body === undefined && Object.keys(query).length === 0) return undefined;
  const digest = keyedDigest(key, JSON.stringify([query, body]))
    .toString('base64url')
    .slice(0, 22);
  const lists = Object.values(Object(reply.body)).filter(Array.isArray);
  return { digest, rows: lists.reduce((sum, list) => sum + list.length, 0) };
}

/**
 * Runs the handler with the caller that was let in; what an operator views in a tenant is noted before it is answered. A body takes up to 15 s
 * to arrive, so what may change something asks again after it who calls.
 */
export async function handlePortal(route: PortalRoute, request: FastifyRequest): Promise<RouteReply> {
  const { params, ...asked } = toRouteRequest(route, request);
  const { tenant_id: _tenant, ...own } = params;
  // An operator is no member: the tenant that they manage is one that the address names.
  const handed = route.operation.access === 'deployment:manage' ? params : own;
  const ids = Object.entries(handed).map(([name, value]) => [
    name,
    isId(value) ? value.toLowerCase() : value,
  ]);
  const door = admitted.get(request);
  const admission =
    door && (route.method === 'GET' ? door.admission : await admit(route, door.port, request));
  const { caller, note, csrf = '' } = admission ?? {};
  const reply = await route.handle({ ...asked, params: Object.fromEntries(ids) }, caller);
  if (note && reply.status < 400 && !(await note({ search: searchOf(asked, reply, csrf) })))
    throw new Refusal('40420');
  return reply;
}

/** The refusal of a call for which the portal's connections were not enough. */
export const busyRefusal = (error: unknown): unknown => (isBusy(error) ? new Refusal('42906') : error);
