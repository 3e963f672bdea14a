import { createCounter } from '../../metrics/instruments.ts';

/** Requests that were told to come later, by what they had too much of. */
export const rateLimited = createCounter({
  name: 'titular_rate_limited_total',
  help: 'Requests refused by a budget: rate of the tenant, its concurrency, or the queue of the face engine.',
  labels: { budget: ['rate', 'concurrency', 'engine'] },
});
