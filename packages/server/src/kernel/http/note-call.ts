import type { FastifyRequest } from 'fastify';
import { type AnyId, isId } from '../base/id.ts';
import { type ApiCall, orderNumberOf, redact } from './api-call.ts';
import type { Caller, RouteReply, TokenRoute } from './route.ts';
import { createTag } from './tag.ts';

/** What of an answer the log of calls wants; the caller is known as soon as the token was found good. */
type Noted = { caller: Caller; at: Date; code: string | undefined; body: object | undefined };
const noted = createTag<FastifyRequest, Noted>('noted call');

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

/** Remembers who calls, as soon as the token was found good: what is refused after that is logged as well. */
export function noteCaller(request: FastifyRequest, caller: Caller): void {
  noted.set(request, { caller, at: new Date(), code: undefined, body: undefined });
}

/** Keeps what the log of calls needs of an answer before it is bytes. */
export function noteAnswer(request: FastifyRequest, { body }: RouteReply): void {
  const note = noted.get(request);
  if (!note || typeof body !== 'object') return;
  const { code } = body as { code?: unknown };
  note.code = typeof code === 'string' ? code : undefined;
  note.body = body;
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

/** What the log of calls hears of an answered request; undefined when nobody was let in. */
export function toApiCall(
  route: TokenRoute,
  request: FastifyRequest,
  status: number,
  durationMs: number,
): ApiCall | undefined {
  const note = noted.get(request);
  if (!note) return undefined;
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
    code: note.code,
    durationMs: Math.round(durationMs),
    sourceAddress: request.ip,
    transactionId: subjectOf('transaction', route, params, note),
    processId: subjectOf('process', route, params, note),
    orderNumber: orderNumberOf(request.body) ?? orderNumberOf(request.query),
    request: shown && Object.keys(shown).length > 0 ? shown : undefined,
  };
}
