import { errorCatalogue } from '@titular/contract';
import { createCounter, createHistogram, createSimpleGauge, SHORT_SECONDS } from '../metrics/instruments.ts';
import type { Metric } from '../metrics/metric.ts';
import { rateLimited } from './admission/rate-limited.ts';
import { countWaiting } from './admission/waiting-requests.ts';
import type { RequestObserver } from './observe-requests.ts';
import { requestLimit, requestsShed } from './overload/overload-metrics.ts';

const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx', 'aborted'] as const;

/** The class of a status; a client that went before its answer has its own. */
export const statusClass = (status: number | undefined): string =>
  status === undefined ? 'aborted' : `${Math.floor(status / 100)}xx`;

/** The metrics of the HTTP server, and what counts for them. */
export type HttpMetrics = { metrics: readonly Metric[]; observer: RequestObserver };

/** Operations that are counted as one under this name, so that their number does not multiply series. */
const TOGETHER = 'portal';

/** Makes the metrics of the HTTP server for the operations of a route table; those of `together` are counted as one. */
export function createHttpMetrics(apart: readonly string[], together: readonly string[] = []): HttpMetrics {
  const operations = together.length === 0 ? apart : [...apart, TOGETHER];
  const joined = new Set(together);
  const requests = createCounter({
    name: 'titular_http_requests_total',
    help: 'Requests by operation and class of status; other is an address without a route.',
    labels: { operation: operations, status_class: STATUS_CLASSES },
  });
  const seconds = createHistogram({
    name: 'titular_http_request_duration_seconds',
    help: 'Seconds from the head of a request to the end of its answer, by operation.',
    labels: { operation: operations },
    buckets: SHORT_SECONDS,
  });
  const refusals = createCounter({
    name: 'titular_http_refusals_total',
    help: 'Refusals by their code; docs/errors.md says what each means.',
    labels: { code: Object.keys(errorCatalogue) },
  });
  let inFlight = 0;
  const observer: RequestObserver = {
    began: () => {
      inFlight += 1;
    },
    answered: ({ operationId = '', status, code, durationMs }) => {
      const operation = joined.has(operationId) ? TOGETHER : operationId;
      inFlight -= 1;
      requests.add({ operation, status_class: statusClass(status) });
      seconds.observe({ operation }, durationMs / 1_000);
      if (code !== undefined) refusals.add({ code });
    },
  };
  const gauges = [
    createSimpleGauge(
      { name: 'titular_http_in_flight', help: 'Requests under way in this process.' },
      () => inFlight,
    ),
    createSimpleGauge(
      {
        name: 'titular_turns_waiting',
        help: 'Requests that wait because their tenant has as many at work as it may.',
      },
      countWaiting,
    ),
  ];
  return {
    metrics: [requests, seconds, refusals, ...gauges, rateLimited, requestsShed, requestLimit],
    observer,
  };
}
