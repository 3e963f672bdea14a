import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TenantId } from '../../base/id.ts';
import { invariant } from '../../base/invariant.ts';
import type { NoteSecurity } from '../../base/security-log.ts';
import type { ApiCall } from '../api-call.ts';
import { noteCaller } from '../note-call.ts';
import { type RefusedCall, unreadPath } from '../overload/full-callers.ts';
import type { OverloadGate } from '../overload/overload-gate.ts';
import type { AdmittedCaller, Caller, PublicRoute, RouteReply, TokenRoute } from '../route.ts';
import type { SandboxPort } from '../sandbox-port.ts';
import { createTag } from '../tag.ts';
import {
  budgetHeaders,
  createTenantConcurrency,
  type FindTenantLimits,
  requireBudget,
  type TakeFromBudget,
  type TenantConcurrency,
  type TenantLimits,
} from './admission.ts';
import { refuseGone, toRouteRequest } from './admit-public.ts';
import { identify, requireScope, type VerifyAccessToken } from './authenticate.ts';
import type { ConcurrencyGate } from './concurrency-gate.ts';
import { createLockstep } from './lockstep.ts';

/** What the server needs from the nouns to let requests in. */
export type Admission = {
  verifyAccessToken: VerifyAccessToken;
  takeFromBudget: TakeFromBudget;
  findTenantLimits: FindTenantLimits;
  /** Hears of every call of an authenticated caller once it is answered. */
  recordCall: (call: ApiCall) => void;
  sandbox: Pick<SandboxPort, 'beforeHandle'>;
  /** Hears of access that was refused. */
  noteSecurity: NoteSecurity;
  /** How many of one tenant's requests this process works on at once; further ones wait in line. */
  maxConcurrency: number;
  /** How many processes share a tenant's concurrency limit. */
  callNodes: () => number;
};

/** Hears who a request's token says calls, of requests whose token was refused, and of those for whose tenant there was no place. */
export type CallerWatch = Pick<OverloadGate, 'recognize' | 'distrust' | 'noteFull'>;

/** A request that was let in; its place counts until the work is done, also when the client has gone. */
type Arrival = { caller: Omit<AdmittedCaller, 'idle'>; leave: () => void; isHandled: boolean };
const arrivals = createTag<FastifyRequest, Arrival>('arrival');

/** What the log of calls says of a call that is refused unread; what would stand in the place of its ids was not read. */
const unreadCall = (
  { operationId, method, path }: TokenRoute,
  { ip }: FastifyRequest,
  { tenantId, account }: Caller,
): RefusedCall => ({
  ...{ tenantId, account, operation: operationId, method, path: unreadPath(path) },
  ...{ status: 429, code: '42902', sourceAddress: ip },
});

/** Takes a place of the caller's tenant; tells where there is none. */
function enter(
  gate: ConcurrencyGate,
  { tenantId }: Caller,
  limits: TenantLimits,
  onFull: () => void,
): ReturnType<ConcurrencyGate['enter']> {
  try {
    return gate.enter(tenantId, limits);
  } catch (error) {
    onFull();
    throw error;
  }
}

async function admit(
  route: TokenRoute,
  admission: Admission,
  gate: ConcurrencyGate,
  { lockstep, watch }: { lockstep: () => Promise<void>; watch: CallerWatch },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { verifyAccessToken } = admission;
  const note = (known: Caller): void => {
    noteCaller(request, known);
    watch.recognize(request.raw, known.tenantId);
  };
  const caller = await identify(request.raw.rawHeaders, request.ip, verifyAccessToken, note).catch(
    async (error: unknown) => {
      watch.distrust(request.raw);
      await lockstep();
      throw error;
    },
  );
  note(caller);
  // Refused together as well: an answer that is sent alone wakes its client alone, which costs more than all the rest of it.
  if (!caller.scopes.includes(route.scope)) await lockstep();
  requireScope(caller, route.scope);
  const limits = await admission.findTenantLimits(caller.tenantId);
  refuseGone(reply);
  const place = enter(gate, caller, limits, () =>
    watch.noteFull(request.raw, unreadCall(route, request, caller)),
  );
  reply.raw.once('close', () => {
    if (!arrivals.get(request)?.isHandled) place.leave();
  });
  const rate = await admission.takeFromBudget(caller.tenantId);
  await lockstep();
  refuseGone(reply);
  reply.headers(budgetHeaders(rate, limits));
  requireBudget(rate);
  const admitted = { ...caller, budgets: { rate, concurrency: place.state } };
  arrivals.set(request, { caller: admitted, leave: place.leave, isHandled: false });
}

async function handle(
  route: PublicRoute | TokenRoute,
  { lockstep, tenantConcurrency }: { lockstep: () => Promise<void>; tenantConcurrency: TenantConcurrency },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RouteReply> {
  if (route.access === 'public') {
    // Forms of clients, whose work seldom waits for anything that would bring them together.
    if (route.bodyKind === 'form') await lockstep();
    return route.handle(toRouteRequest(route, request));
  }
  const arrival = arrivals.get(request);
  invariant(arrival, 'a request behind a token was let in');
  arrival.isHandled = true;
  try {
    const { caller } = arrival;
    return await tenantConcurrency(caller.tenantId, async (idle) => {
      // Its turn may come after its answer.
      refuseGone(reply);
      return route.handle(toRouteRequest(route, request), { ...caller, idle });
    });
  } finally {
    arrival.leave();
  }
}

/** Lets the callers of one server in, and runs what they ask for. */
export type CallerAdmission = {
  admit(route: TokenRoute, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Whose request it is, once it was let in. */
  tenantOf(request: FastifyRequest): TenantId | undefined;
  handle(route: PublicRoute | TokenRoute, request: FastifyRequest, reply: FastifyReply): Promise<RouteReply>;
};

/** Makes the admission of one server. */
export function createCallerAdmission(
  admission: Admission,
  gate: ConcurrencyGate,
  watch: CallerWatch,
): CallerAdmission {
  const lockstep = createLockstep();
  const tenantConcurrency = createTenantConcurrency(admission.maxConcurrency);
  return {
    admit: (route, request, reply) => admit(route, admission, gate, { lockstep, watch }, request, reply),
    tenantOf: (request) => arrivals.get(request)?.caller.tenantId,
    handle: (route, request, reply) => handle(route, { lockstep, tenantConcurrency }, request, reply),
  };
}
