import type { Log } from '../base/log.ts';
import type { CounterMetric } from '../metrics/instruments.ts';
import { createCounter } from '../metrics/instruments.ts';
import type { AnsweredRequest, RequestObserver } from './observe-requests.ts';

/** One line of the log for each request, and the counter of those that have none. */
export type RequestLines = {
  leftOut: CounterMetric<{ operation: readonly string[] }>;
  observer: RequestObserver;
};

const isGood = ({ status }: AnsweredRequest): boolean => status !== undefined && status < 300;

/**
 * Writes a line for each request, by names of our own and numbers alone: no address, parameter, header or body. Of the frequent operations
 * one good answer in `sampleEvery` has a line, which tells how many before it had none.
 */
export function createRequestLines(
  log: Log,
  { frequent, sampleEvery }: { frequent: readonly string[]; sampleEvery: number },
): RequestLines {
  const leftOut = createCounter({
    name: 'titular_log_lines_left_out_total',
    help: 'Good answers of frequent operations that have no line in the log, while it takes lines of requests.',
    labels: { operation: frequent },
  });
  const unwritten = new Map(frequent.map((operation) => [operation, 0]));

  const answered = (request: AnsweredRequest): void => {
    if (!log.isLevelEnabled('info')) return;
    const { operationId = 'none', requestId, status, code, traceId, spanId } = request;
    const before = unwritten.get(operationId);
    if (before !== undefined && isGood(request) && before + 1 < sampleEvery) {
      unwritten.set(operationId, before + 1);
      leftOut.add({ operation: operationId });
      return;
    }
    const durationMs = Math.round(request.durationMs);
    const sampled = before === undefined ? {} : { leftOut: before };
    if (before !== undefined) unwritten.set(operationId, 0);
    log.info(
      { requestId, traceId, spanId, operationId, status: status ?? 'aborted', code, durationMs, ...sampled },
      'request',
    );
  };
  return { leftOut, observer: { answered } };
}
