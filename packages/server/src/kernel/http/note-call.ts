import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AnyId, isId } from '../base/id.ts';
import { type ApiCall, orderNumberOf, redact } from './api-call.ts';
import type { Caller, RouteReply, TokenRoute } from './route.ts';
import { createTag } from './tag.ts';

/** What of an answer the log of calls wants; the caller is known as soon as the token was found good. */
type Noted = {
  caller: Caller;
  at: Date;
  code: string | undefined;
  body: object | undefined;
  /** Status of the answer, once there is one. */
  status: number | undefined;
  /** Waits for the answer, where the client has gone before it. */
  tell: (() => void) | undefined;
};
const noted = createTag<FastifyRequest, Noted>('noted call');
const begun = createTag<FastifyRequest, true>('begun');

/** What answers name that the addresses of their operations do not. */
const CREATED: Readonly<Record<string, { kind: 'transaction' | 'process'; idOf(body: object): unknown }>> = {
  createTransaction: { kind: 'transaction', idOf: (body) => (body as { id?: unknown }).id },
  createProcess: {
    kind: 'process',
    idOf: (body) => (body as { process?: { id?: unknown } }).process?.id,
  },
};

/** Who calls, where a token told it. */
export const callerOf = (request: FastifyRequest): Caller | undefined => noted.get(request)?.caller;

/** Notes who calls, as soon as the token was found good: what is refused after that is logged as well. */
export function noteCaller(request: FastifyRequest, caller: Caller): void {
  noted.set(request, {
    caller,
    at: new Date(),
    code: undefined,
    body: undefined,
    status: undefined,
    tell: undefined,
  });
}

/** Notes that the work of a request has begun: a call is logged then even where nobody waits for its answer. */
export const noteBegun = (request: FastifyRequest): void => begun.set(request, true);

/** Whether a request failed before its work. */
export const isUnbegun = (request: FastifyRequest): boolean => begun.get(request) === undefined;

/** Keeps what the log of calls needs of an answer before it is bytes. */
export function noteAnswer(request: FastifyRequest, { status, body }: RouteReply): void {
  const note = noted.get(request);
  if (!note) return;
  note.status = status;
  if (typeof body === 'object') {
    const { code } = body as { code?: unknown };
    note.code = typeof code === 'string' ? code : undefined;
    note.body = body;
  }
  note.tell?.();
  note.tell = undefined;
}

/** What stands in the place of an id may be anything; only an id is repeated. */
const shownId = (text: string | undefined): string => (text !== undefined && isId(text) ? text : '[no id]');

/** The id of what a call is about: as its address names it, or as it was answered for what was made. */
function subjectOf(
  kind: 'transaction' | 'process',
  { operationId }: TokenRoute,
  params: Record<string, string>,
  { body }: Noted,
): AnyId | undefined {
  const named = params[`${kind}_id`];
  if (named !== undefined) return isId(named) ? named : undefined;
  const created = CREATED[operationId];
  const id = created?.kind === kind && body ? created.idOf(body) : undefined;
  return typeof id === 'string' && isId(id) ? id : undefined;
}

/** What the log of calls hears of a request. */
function toApiCall(
  route: TokenRoute,
  request: FastifyRequest,
  note: Noted,
  status: number,
  durationMs: number,
): ApiCall {
  const params = request.params as Record<string, string>;
  const shown = redact(request.body, route.bodySchema) ?? redact(request.query, route.querySchema);
  return {
    tenantId: note.caller.tenantId,
    requestId: request.id,
    at: note.at,
    account: note.caller.account,
    operation: route.operationId,
    method: route.method,
    path: route.path.replace(/:([a-z_]+)/g, (_whole, name: string) => shownId(params[name])),
    status,
    code: status === CLIENT_GONE ? undefined : note.code,
    durationMs: Math.round(durationMs),
    sourceAddress: request.ip,
    transactionId: subjectOf('transaction', route, params, note),
    processId: subjectOf('process', route, params, note),
    orderNumber: orderNumberOf(request.body) ?? orderNumberOf(request.query),
    request: shown && Object.keys(shown).length > 0 ? shown : undefined,
  };
}

/** Status of a call whose client had gone when its answer was ready; nobody was sent it. */
const CLIENT_GONE = 499;

/** What is refused because its client has gone has this code, which nobody reads. */
const GONE_CODE = '40001';

/** What the log says of a call that is over; undefined where its client went before anything was begun or refused. */
function statusOf({ status, code }: Noted, { raw, request }: FastifyReply): number | undefined {
  if (raw.writableFinished) return raw.statusCode;
  if (status !== undefined && status >= 400 && code !== GONE_CODE) return status;
  return isUnbegun(request) ? undefined : CLIENT_GONE;
}

/** Tells of a call once: when its answer was sent or, where its client has gone before, when its work is over. */
export function watchCall(
  route: TokenRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  record: (call: ApiCall) => void,
): void {
  const beganMs = performance.now();
  reply.raw.once('close', () => {
    const note = noted.get(request);
    if (!note) return;
    const tell = (): void => {
      const status = statusOf(note, reply);
      if (status !== undefined) record(toApiCall(route, request, note, status, performance.now() - beganMs));
    };
    const isUnderWay = !isUnbegun(request) && note.status === undefined && !reply.raw.writableFinished;
    if (isUnderWay) note.tell = tell;
    else tell();
  });
}
