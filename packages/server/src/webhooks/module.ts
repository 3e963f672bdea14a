import { WEBHOOK_LOG_DAYS } from '@titular/contract';
import { type RawBuilder, sql } from 'kysely';
import { addSeconds } from '../kernel/base/clock.ts';
import { lowestId } from '../kernel/base/id.ts';
import { batchTask } from '../kernel/database/batches/batch-task.ts';
import { deleteTask } from '../kernel/database/batches/delete-task.ts';
import { notHeld } from '../kernel/database/not-held.ts';
import { oldestDueOf } from '../kernel/database/oldest-due.ts';
import type { SandboxPort } from '../kernel/http/sandbox-port.ts';
import type { Kernel, Module, RetentionClass } from '../module.ts';
import type { TenantKeys } from '../tenants/index.ts';
import { backlogTasks } from './deliveries/backlog-tasks.ts';
import {
  deleteOldReceiverAnswers,
  deleteReceiverAnswers,
  redactOrderNumbers,
} from './deliveries/erase-answers-store.ts';
import { webhookLogRoutes } from './deliveries/webhook-log-routes.ts';
import { endpointRoutes } from './endpoints/endpoint-routes.ts';
import { endpointRules, type FindEndpointRules } from './endpoints/endpoint-url.ts';
import { deleteAllOldEvents } from './events/delete-old-events.ts';
import { createSubscriptions, type Subscriptions, subscriptionCache } from './events/subscriptions.ts';
import { deleteAllClaims } from './queue/delivery-queue-store.ts';
import { startSending } from './queue/start-sending.ts';
import { receiverTokenCache } from './sender/token-cache.ts';
import { webhookMetrics } from './webhook-metrics.ts';

/** Days after which what receivers answered to webhooks is forgotten. */
export const WEBHOOK_ANSWER_DAYS = 30;

const DAY_SECONDS = 86_400;

/** One that still waits to be sent, or that a hold keeps, is not overdue. */
const oldestEvents = (now: Date): RawBuilder<unknown> => sql`
  SELECT min(e.created_at + make_interval(days => ${WEBHOOK_LOG_DAYS})) AS due
  FROM tenants t CROSS JOIN LATERAL (
    SELECT created_at FROM events
    WHERE tenant_id = t.tenant_id AND event_id < ${lowestId(addSeconds(now, -WEBHOOK_LOG_DAYS * DAY_SECONDS))}::uuid
      AND NOT EXISTS (
        SELECT FROM deliveries d
        WHERE d.tenant_id = events.tenant_id AND d.event_id = events.event_id AND d.state = 'pending')
      AND ${notHeld('events.transaction_id')} AND ${notHeld('events.subject_id')}
    ORDER BY event_id LIMIT 1
  ) AS e`;

const retention: readonly RetentionClass[] = [
  {
    key: 'webhook-answers',
    data: 'Responses of webhook receivers',
    from: 'the attempt',
    days: WEBHOOK_ANSWER_DAYS,
    isHeld: false,
    oldestDue: oldestDueOf(
      'delivery_attempts',
      'started_at',
      WEBHOOK_ANSWER_DAYS,
      sql<boolean>`response_excerpt IS NOT NULL`,
    ),
  },
  {
    key: 'events',
    data: 'Events, with their deliveries and attempts and, if the company has it sent, the order number; none that is still waiting',
    from: 'the event',
    days: WEBHOOK_LOG_DAYS,
    isHeld: true,
    oldestDue: oldestEvents,
  },
];

/** Endpoints, events and their deliveries. */
export type WebhooksModule = Module & { subscriptions: Subscriptions; endpointRules: FindEndpointRules };

/** What the noun needs of others; the sandbox signs some deliveries wrongly. */
export type WebhooksNeeds = { tenantKeys: TenantKeys; sandbox: SandboxPort };

/** Sends from `start` on. */
export function createWebhooks(kernel: Kernel, { tenantKeys, sandbox }: WebhooksNeeds): WebhooksModule {
  const { config, db, pool, clock, log, random } = kernel;
  const { environment } = config;
  const findRules: FindEndpointRules = (loopbackAllowed) => endpointRules(config, loopbackAllowed);
  const deps = { db, clock, log, tenantKeys, environment, endpointRules: findRules };
  return {
    subscriptions: createSubscriptions(db, clock),
    endpointRules: findRules,
    routes: [...endpointRoutes(deps), ...webhookLogRoutes(deps)],
    tasks: {
      ...backlogTasks(deps),
      'forget-webhook-answers': deleteTask(kernel, WEBHOOK_ANSWER_DAYS, deleteOldReceiverAnswers),
      'delete-old-events': batchTask((run) =>
        deleteAllOldEvents(db, addSeconds(clock.now(), -WEBHOOK_LOG_DAYS * DAY_SECONDS), run),
      ),
    },
    schedule: [
      { task: 'report-webhook-backlog', match: '* * * * *', queue: 'upkeep' },
      { task: 'forget-webhook-answers', match: '*/10 * * * *', queue: 'clean-up' },
      { task: 'delete-old-events', match: '*/10 * * * *', queue: 'clean-up' },
    ],
    erase: [
      {
        count: 'webhookAnswers',
        tables: ['delivery_attempts', 'events'],
        // Order numbers in events are copies of those of the transactions, and counted there.
        erase: async (trx, tenantId, ids) => {
          await redactOrderNumbers(trx, tenantId, ids);
          return deleteReceiverAnswers(trx, tenantId, ids);
        },
      },
    ],
    retention,
    metrics: webhookMetrics(clock),
    caches: [subscriptionCache, receiverTokenCache],
    tables: {
      webhook_endpoints: 'deployment',
      events: 'person',
      deliveries: 'person',
      delivery_attempts: 'person',
      delivery_claims: 'deployment',
    },
    startsWith: 'jobs',
    start: async () => {
      // The embedded database is held by this process alone, so whoever claimed a delivery before is gone.
      if (!config.databaseUrl) await deleteAllClaims(db);
      if (config.webhookLoopback)
        log.warn('webhooks may go to loopback addresses (TITULAR_WEBHOOK_LOOPBACK)');
      return startSending({ ...deps, pool, random, sandbox });
    },
  };
}
