import type { FastifyRequest } from 'fastify';
import { isId } from '../base/id.ts';
import { type ApiCall, orderNumberOf, redact } from './api-call.ts';
import type { Caller, RouteReply, TokenRoute } from './route.ts';

/** What of an answer the log of calls wants; the caller is known as soon as the token was found good. */
type Noted = { caller: Caller; at: Date; code: string | undefined; transactionId: string | undefined };
const noted = new WeakMap<FastifyRequest, Noted>();

/** The one operation whose answer names a transaction that its address does not. */
const CREATE = 'createTransaction';

/** Remembers who calls, as soon as the token was found good: what is refused after that is logged as well. */
export function noteCaller(request: FastifyRequest, caller: Caller): void {
  noted.set(request, { caller, at: new Date(), code: undefined, transactionId: undefined });
}

/** Keeps what the log of calls needs of an answer before it is bytes. */
export function noteAnswer(request: FastifyRequest, { body }: RouteReply): void {
  const note = noted.get(request);
  if (!note || typeof body !== 'object') return;
  const { code, id } = body as { code?: unknown; id?: unknown };
  note.code = typeof code === 'string' ? code : undefined;
  note.transactionId = typeof id === 'string' ? id : undefined;
}

/** What stands in the place of an id may be anything; only an id is repeated. */
const shownId = (text: string | undefined): string => (text !== undefined && isId(text) ? text : '[no id]');

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
  const named = params['transaction_id'];
  const created = route.operationId === CREATE ? note.transactionId : undefined;
  const transactionId = named !== undefined && isId(named) ? named : created;
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
    transactionId,
    orderNumber: orderNumberOf(request.body) ?? orderNumberOf(request.query),
    request: shown && Object.keys(shown).length > 0 ? shown : undefined,
  };
}
