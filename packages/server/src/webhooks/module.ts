import { WEBHOOK_LOG_DAYS } from '@titular/contract';
import { addSeconds } from '../kernel/base/clock.ts';
import { batchTask } from '../kernel/database/batches/batch-task.ts';
import { deleteTask } from '../kernel/database/batches/delete-task.ts';
import { keepPartitions, preparePartitions } from '../kernel/database/partitions/keep-partitions.ts';
import { deliveryAttempts } from '../kernel/database/partitions/partitioned-tables.ts';
import type { SandboxPort } from '../kernel/http/sandbox-port.ts';
import type { Kernel, Module } from '../module.ts';
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
import { createWebhookSender, type WebhookSender } from './sender/send-webhook.ts';
import { receiverTokenCache } from './sender/token-cache.ts';
import { webhookMetrics } from './webhook-metrics.ts';
import { WEBHOOK_ANSWER_DAYS, webhookRetention } from './webhook-retention.ts';

const DAY_SECONDS = 86_400;

/** Endpoints, events and their deliveries. */
export type WebhooksModule = Module & {
  subscriptions: Subscriptions;
  endpointRules: FindEndpointRules;
  /** Sends once by the one sender of the process; throws when the service stops meanwhile. */
  send: WebhookSender['send'];
};

/** What the noun needs of others; the sandbox signs some deliveries wrongly. */
export type WebhooksNeeds = { tenantKeys: TenantKeys; sandbox: SandboxPort };

/** Sends from `start` on. */
export function createWebhooks(kernel: Kernel, { tenantKeys, sandbox }: WebhooksNeeds): WebhooksModule {
  const { config, db, pool, clock, log, random } = kernel;
  const { environment } = config;
  const findRules: FindEndpointRules = (loopbackAllowed) => endpointRules(config, loopbackAllowed);
  const deps = { db, clock, log, tenantKeys, environment, endpointRules: findRules };
  const sender = createWebhookSender({ clock });
  const closing = new AbortController();
  const stoppingOf = (own: AbortSignal | undefined): AbortSignal =>
    own ? AbortSignal.any([own, closing.signal]) : closing.signal;
  return {
    subscriptions: createSubscriptions(db, clock),
    endpointRules: findRules,
    send: (attempt) => sender.send({ ...attempt, stopping: stoppingOf(attempt.stopping) }),
    routes: [...endpointRoutes(deps), ...webhookLogRoutes(deps)],
    tasks: {
      ...backlogTasks(deps),
      'forget-webhook-answers': deleteTask(kernel, WEBHOOK_ANSWER_DAYS, deleteOldReceiverAnswers),
      'delete-old-events': batchTask((run) =>
        deleteAllOldEvents(db, addSeconds(clock.now(), -WEBHOOK_LOG_DAYS * DAY_SECONDS), run),
      ),
      'delete-old-attempts': batchTask((run) => keepPartitions(kernel, deliveryAttempts, run)),
    },
    schedule: [
      { task: 'report-webhook-backlog', match: '* * * * *', queue: 'upkeep' },
      { task: 'forget-webhook-answers', match: '*/10 * * * *', queue: 'clean-up' },
      { task: 'delete-old-events', match: '*/10 * * * *', queue: 'clean-up' },
      { task: 'delete-old-attempts', match: '*/10 * * * *', queue: 'clean-up' },
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
    retention: webhookRetention,
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
      await preparePartitions(kernel, deliveryAttempts);
      if (config.webhookLoopback)
        log.warn('webhooks may go to loopback addresses (TITULAR_WEBHOOK_LOOPBACK)');
      const { workNames } = kernel;
      const sending = startSending({ ...deps, sender, pool, random, sandbox, workNames });
      return {
        ...sending,
        stop: async () => {
          closing.abort(new Error('the service stops'));
          await sending.stop();
        },
      };
    },
  };
}
