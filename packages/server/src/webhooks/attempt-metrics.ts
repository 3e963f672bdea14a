import { createCounter, createHistogram, LONG_SECONDS } from '../kernel/metrics/instruments.ts';

/** Attempts at deliveries that ended. */
export const webhookAttempts = createCounter({
  name: 'titular_webhook_attempts_total',
  help: 'Attempts at deliveries by what they meant and class of status; unsent could not be prepared, none had no answer.',
  labels: {
    verdict: ['delivered', 'failed', 'gone', 'unsent'],
    status_class: ['1xx', '2xx', '3xx', '4xx', '5xx', 'none'],
  },
});

/** Seconds from an event to its first attempt. */
export const webhookLag = createHistogram({
  name: 'titular_webhook_lag_seconds',
  help: 'Seconds from an event to the begin of the first attempt to deliver it.',
  labels: {},
  buckets: LONG_SECONDS,
});
