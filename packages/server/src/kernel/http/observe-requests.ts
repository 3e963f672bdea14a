import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { traceIdsOf } from '../tracing/request-traces.ts';
import type { RouteReply } from './route.ts';
import { createTag } from './tag.ts';

/** A request that is over: `status` is undefined where the client went before its answer was sent. */
export type AnsweredRequest = {
  /** Name of the operation; undefined where no route takes the address. */
  operationId: string | undefined;
  requestId: string;
  status: number | undefined;
  /** Code of the refusal, of the catalogue. */
  code: string | undefined;
  durationMs: number;
  /** In hexadecimal, where the request is traced. */
  traceId?: string;
  spanId?: string;
};

/** Hears of each request when it begins and when it is over. */
export type RequestObserver = { began?(): void; answered(request: AnsweredRequest): void };

const FIRST_REFUSAL = 400;
const codes = createTag<FastifyRequest, string>('code');

/** Notes the code of a refusal before it is bytes. */
export function noteCode({ request }: FastifyReply, { status, body }: RouteReply): void {
  if (status < FIRST_REFUSAL || typeof body !== 'object') return;
  const { code } = body as { code?: unknown };
  if (typeof code === 'string') codes.set(request, code);
}

function toAnswered(request: FastifyRequest, reply: FastifyReply, beganMs: number): AnsweredRequest {
  const { operationId } = request.routeOptions.config as { operationId?: string };
  return {
    operationId,
    requestId: request.id,
    status: reply.raw.writableFinished ? reply.raw.statusCode : undefined,
    code: codes.get(request),
    durationMs: performance.now() - beganMs,
    ...traceIdsOf(request),
  };
}

/** Tells observers of every request; each is over when its answer was sent, or its client has gone. */
export function observeRequests(app: FastifyInstance, observers: readonly RequestObserver[]): void {
  if (observers.length === 0) return;
  app.addHook('onRequest', (request, reply, done) => {
    const beganMs = performance.now();
    for (const { began } of observers) began?.();
    reply.raw.once('close', () => {
      const answered = toAnswered(request, reply, beganMs);
      for (const observer of observers) observer.answered(answered);
    });
    done();
  });
}
