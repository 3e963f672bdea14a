import { randomBytes } from 'node:crypto';
import type { TransactionStatus } from '@titular/contract';
import { type CompanyId, newId, type TenantId } from '@titular/server/kernel/base/id.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { relayBatch } from '@titular/server/kernel/database/outbox/outbox-store.ts';
import { NO_SANDBOX } from '@titular/server/kernel/http/sandbox-port.ts';
import { createWorkNames } from '@titular/server/kernel/jobs/work-names.ts';
import { fixedMasterKeys, parseMasterKey } from '@titular/server/tenants/keys/master-key.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { newWrappedDataKey } from '@titular/server/tenants/keys/tenant-keys.ts';
import { insertCompany, insertTenant } from '@titular/server/tenants/tenant-store.ts';
import { isFinal } from '@titular/server/transactions/transaction.ts';
import { endpointRules } from '@titular/server/webhooks/endpoints/endpoint-url.ts';
import { type NewEndpoint, registerEndpoint } from '@titular/server/webhooks/endpoints/register-endpoint.ts';
import { recordEvent } from '@titular/server/webhooks/events/record-event.ts';
import {
  createDispatcher,
  type Dispatcher,
  type DispatcherDeps,
} from '@titular/server/webhooks/queue/dispatcher.ts';
import { createWebhookSender } from '@titular/server/webhooks/sender/send-webhook.ts';
import { createManualClock, type ManualClock } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import {
  startWebhookReceiver,
  type WebhookReceiver,
  type WebhookReceiverOptions,
} from '@titular/test-kit/webhook-receiver.ts';
import { sql } from 'kysely';

/** A delivery as it stands in its queue. */
type QueuedDelivery = {
  delivery_id: string;
  endpoint_id: string;
  state: string;
  attempts: number;
  next_attempt_at: Date | null;
  finished_at: Date | null;
};

/** A job as it waits in the queue of background work. */
type WaitingJob = { payload: unknown; run_at: Date; attempts: number };

/** One database with one tenant and company, and the real queue in it. */
export type Fixture = {
  connectionString: string;
  masterKeyText: string;
  database: Database;
  tenantId: TenantId;
  clock: ManualClock;
  newCompany(): Promise<CompanyId>;
  /** A receiver that is closed with the ground. */
  receive(answer?: WebhookReceiverOptions['answer']): Promise<WebhookReceiver>;
  /** Another tenant with one company. */
  newTenant(): Promise<{
    register(url: string): ReturnType<typeof registerEndpoint>;
    record(): Promise<void>;
  }>;
  register(
    companyId: CompanyId,
    url: string,
    changes?: Partial<NewEndpoint>,
  ): ReturnType<typeof registerEndpoint>;
  record(
    companyId: CompanyId,
    changes?: { status?: TransactionStatus; transactionId?: string },
  ): Promise<void>;
  listDeliveries(): Promise<QueuedDelivery[]>;
  listJobs(): Promise<WaitingJob[]>;
  /** Another process on the same database. */
  newDispatcher(changes?: Partial<DispatcherDeps>): Dispatcher;
  dispatcher: Dispatcher;
  /** Makes whatever waits due, and sends until nothing is in flight. */
  sendAll(): Promise<void>;
  /** Sends what is due on the clock of the ground. */
  sendDue(): Promise<void>;
  close(): Promise<void>;
};

/** Opens a ground on a database of its own. */
export async function openFixture(): Promise<Fixture> {
  const clone = await cloneDatabase();
  const database = connect(clone.connectionString, 5, () => undefined);
  const { db } = database;
  const tenantId = newId();
  const masterKeyText = randomBytes(32).toString('base64');
  const masterKey = parseMasterKey(masterKeyText);
  await insertTenant(db, tenantId, 'Tenant', newWrappedDataKey(masterKey, tenantId));
  const tenantKeys = createTenantKeys(db, await fixedMasterKeys(masterKey));
  const clock = createManualClock();
  const log = createLog('silent');
  const sender = createWebhookSender({ clock });
  const config = { environment: 'test' as const, webhookPorts: [443], webhookLoopback: false };
  const shared = { sender, endpointRules: (allowed: boolean) => endpointRules(config, allowed) };
  const environment = 'test';
  const newDispatcher: Fixture['newDispatcher'] = (changes) =>
    createDispatcher({
      ...{ ...shared, db, clock, log, tenantKeys, environment, sandbox: NO_SANDBOX },
      ...{ random: () => 0.5, workNames: createWorkNames() },
      ...changes,
    });
  const dispatcher = newDispatcher();
  const receivers: WebhookReceiver[] = [];
  const sendDue = async (): Promise<void> => {
    await dispatcher.sweep();
    await dispatcher.idle();
  };
  return {
    connectionString: clone.connectionString,
    masterKeyText,
    database,
    tenantId,
    clock,
    newCompany: async () => {
      const companyId = newId();
      await insertCompany(db, tenantId, companyId, 'Shop');
      return companyId;
    },
    receive: async (answer) => {
      const receiver = await startWebhookReceiver(answer ? { answer } : {});
      receivers.push(receiver);
      return receiver;
    },
    newTenant: async () => {
      const other = newId();
      const companyId = newId();
      await insertTenant(db, other, 'Neighbour', newWrappedDataKey(masterKey, other));
      await insertCompany(db, other, companyId, 'Neighbour');
      const subject = { type: 'process.finished' as const, processId: newId() };
      return {
        register: async (url) =>
          registerEndpoint(db, await tenantKeys(other), {
            tenantId: other,
            companyId,
            url,
            loopbackAllowed: true,
          }),
        record: () =>
          db
            .transaction()
            .execute((trx) => recordEvent(trx, { tenantId: other, companyId, subject, at: clock.now() })),
      };
    },
    register: async (companyId, url, changes = {}) =>
      registerEndpoint(db, await tenantKeys(tenantId), {
        tenantId,
        companyId,
        url,
        loopbackAllowed: true,
        ...changes,
      }),
    record: (companyId, { status = 'approved', transactionId = newId() } = {}) =>
      db.transaction().execute((trx) =>
        recordEvent(trx, {
          tenantId,
          companyId,
          subject: {
            type: isFinal(status) ? 'transaction.finished' : 'transaction.changed',
            transactionId: asId(transactionId),
            status,
            sequence: 3,
          },
          at: clock.now(),
        }),
      ),
    listDeliveries: () =>
      db
        .selectFrom('deliveries')
        .select(['delivery_id', 'endpoint_id', 'state', 'attempts', 'next_attempt_at', 'finished_at'])
        .orderBy('delivery_id')
        .execute(),
    listJobs: async () => {
      await relayBatch(db);
      const found = await sql<WaitingJob>`
        SELECT payload, run_at, attempts FROM graphile_worker._private_jobs ORDER BY id`.execute(db);
      return found.rows;
    },
    newDispatcher,
    dispatcher,
    sendDue,
    sendAll: async () => {
      await db
        .updateTable('deliveries')
        .set({ next_attempt_at: clock.now() })
        .where('state', '=', 'pending')
        .execute();
      await sendDue();
    },
    close: async () => {
      await dispatcher.stop();
      sender.close();
      for (const receiver of receivers) await receiver.close();
      await database.close();
      await clone.drop();
    },
  };
}
