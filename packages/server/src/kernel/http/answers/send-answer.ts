import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteCode } from '../observe-requests.ts';
import type { RouteReply } from '../route.ts';

const ANSWER_TIMEOUT_MS = 15_000;

type SetHeaders = (request: FastifyRequest, reply: FastifyReply) => void;

/** Sets what every answer carries, the request id among it. */
export const setHeaders =
  (headers: Readonly<Record<string, string>>): SetHeaders =>
  (request, reply) => {
    reply.headers({ ...headers, 'x-request-id': request.id });
  };

/** Cuts off who does not take its answer; the timeouts of sockets begin anew with every byte that it sends meanwhile. */
function limitTaking({ raw }: FastifyReply): void {
  const timer = setTimeout(() => raw.destroy(), ANSWER_TIMEOUT_MS).unref();
  raw.once('close', () => clearTimeout(timer));
}

/** Sends an answer; who does not take it in time is cut off. */
export function send(reply: FastifyReply, answer: RouteReply): FastifyReply {
  limitTaking(reply);
  noteCode(reply, answer);
  if (answer.headers) reply.headers(answer.headers);
  const isObject = typeof answer.body === 'object' && !(answer.body instanceof Uint8Array);
  if (isObject && !reply.hasHeader('content-type'))
    reply.header('content-type', 'application/json; charset=utf-8');
  return reply.code(answer.status).send(answer.body);
}
