import { createHistogram, SHORT_SECONDS } from '../kernel/metrics/instruments.ts';

/** Seconds of a statement that takes from budgets. */
export const batchSeconds = createHistogram({
  name: 'titular_rate_batch_seconds',
  help: 'Seconds of a statement that takes a batch of requests from the rate budgets.',
  labels: {},
  buckets: SHORT_SECONDS,
});

/** Requests of a statement that takes from budgets. */
export const batchSize = createHistogram({
  name: 'titular_rate_batch_size',
  help: 'Requests that one statement took from the rate budgets.',
  labels: {},
  buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
});
