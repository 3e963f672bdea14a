import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../base/refusal.ts';
import type { Admit, RequestHead } from '../route.ts';

/** What is known of a request before its body is read. */
export const toHead = (request: FastifyRequest): RequestHead => ({
  params: request.params as Record<string, string>,
  query: request.query as Record<string, string>,
  headers: request.headers,
  requestId: request.id,
  sourceAddress: request.ip,
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
