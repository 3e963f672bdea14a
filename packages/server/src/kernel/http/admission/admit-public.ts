import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../base/refusal.ts';
import type { Admit, RequestHead, Route, RouteRequest } from '../route.ts';

/** What is known of a request before its body is read. */
export const toHead = (request: FastifyRequest): RequestHead => ({
  params: request.params as Record<string, string>,
  query: request.query as Record<string, string>,
  headers: request.headers,
  requestId: request.id,
  sourceAddress: request.ip,
});

const NO_BYTES = Buffer.alloc(0);

/** A body that is read as bytes and was not sent has none. */
const bodyOf = ({ bodyKind }: Route, { body }: FastifyRequest): unknown => {
  if (bodyKind === 'json') return body;
  if (bodyKind === 'none') return undefined;
  return Buffer.isBuffer(body) ? body : NO_BYTES;
};

/** What a handler is given of a request, with its body as the route reads it. */
export const toRouteRequest = (route: Route, request: FastifyRequest): RouteRequest => ({
  ...toHead(request),
  body: bodyOf(route, request),
});

/** Refuses where nobody waits for the answer any more: its `close` has passed already, and going on would take a place for ever. */
export function refuseGone(reply: FastifyReply): void {
  if (reply.raw.destroyed) throw new Refusal('40001', 'The client has gone.');
}

/** Lets a request of the public in; what is to be called at its end is called also when the client has gone. */
export async function admitPublic(admit: Admit, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const leave = await admit(toHead(request));
  if (!leave) return;
  reply.raw.once('close', leave);
  if (reply.raw.destroyed) leave();
  refuseGone(reply);
}
