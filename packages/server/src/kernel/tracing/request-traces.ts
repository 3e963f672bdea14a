import proxyAddr from '@fastify/proxy-addr';
import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginSpan, remoteParent, withSpan } from './trace.ts';

const spans = new WeakMap<FastifyRequest, Span>();

/** Trace and span of a request, in hexadecimal, for its line in the log; empty where nothing is recorded. */
export function traceIdsOf(request: FastifyRequest): { traceId?: string; spanId?: string } {
  const span = spans.get(request);
  if (!span?.isRecording()) return {};
  const { traceId, spanId } = span.spanContext();
  return { traceId, spanId };
}

/** Runs work of a request below its span: what a body's arrival wakes does not know whose it is. */
export function withRequest<Result>(request: FastifyRequest, work: () => Result): Result {
  const span = spans.get(request);
  return span ? withSpan(span, work) : work();
}

/** Begins a span for each request, which ends with its answer. Only a trusted proxy is believed about the trace that it belongs to. */
export function traceRequests(app: FastifyInstance, trustedProxies: readonly string[]): void {
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  app.addHook('onRequest', (request, reply, done) => {
    const { operationId = 'none' } = request.routeOptions.config as { operationId?: string };
    const { remoteAddress } = request.raw.socket;
    const { traceparent } = request.headers;
    const isParentTrusted = typeof traceparent === 'string' && remoteAddress && isTrusted(remoteAddress, 0);
    const attributes = {
      'http.request.method': request.method,
      'titular.operation': operationId,
      'titular.request_id': request.id,
    };
    const span = beginSpan(
      { name: `${request.method} ${operationId}`, kind: SpanKind.SERVER, attributes },
      remoteParent(isParentTrusted ? traceparent : undefined),
    );
    spans.set(request, span);
    reply.raw.once('close', () => {
      const status = reply.raw.writableFinished ? reply.raw.statusCode : undefined;
      if (status !== undefined) span.setAttribute('http.response.status_code', status);
      if (status === undefined || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    done();
  });
}
