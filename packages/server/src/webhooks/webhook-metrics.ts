import type { Clock } from '../kernel/base/clock.ts';
import { createDatabaseGauge, type DatabaseGauge } from '../kernel/database/database-gauge.ts';
import type { Metric } from '../kernel/metrics/metric.ts';
import { webhookAttempts, webhookLag } from './attempt-metrics.ts';
import { countFailing } from './endpoints/endpoint-health-store.ts';
import { readOldestDueSeconds } from './queue/delivery-queue-store.ts';

/** Lists the metrics of the noun; those of the queue are read from the database. */
export const webhookMetrics = (clock: Clock): readonly (Metric | DatabaseGauge)[] => [
  webhookAttempts,
  webhookLag,
  createDatabaseGauge(
    {
      name: 'titular_webhook_oldest_due_seconds',
      help: 'Seconds for which the oldest delivery is due, of endpoints that are on and not backing off; 0 without one.',
      labels: {},
    },
    async (db) => [{ labels: {}, value: await readOldestDueSeconds(db, clock.now()) }],
  ),
  createDatabaseGauge(
    {
      name: 'titular_webhook_endpoints_failing',
      help: 'Endpoints that are on and whose last attempts failed.',
      labels: {},
    },
    async (db) => [{ labels: {}, value: await countFailing(db) }],
  ),
];
