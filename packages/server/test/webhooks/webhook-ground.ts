import { randomBytes } from 'node:crypto';
import type { TransactionStatus } from '@titular/contract';
import { newId } from '@titular/server/base/id.ts';
import { invariant } from '@titular/server/base/invariant.ts';
import { connect, type Database } from '@titular/server/database/connect.ts';
import { enqueueJob } from '@titular/server/database/enqueue.ts';
import { fixedMasterKeys, parseMasterKey } from '@titular/server/tenants/master-key.ts';
import { createTenantKeys, newWrappedDataKey } from '@titular/server/tenants/tenant-keys.ts';
import { insertCompany, insertTenant } from '@titular/server/tenants/tenant-store.ts';
import { recordEvent } from '@titular/server/webhooks/record-event.ts';
import { type NewEndpoint, registerEndpoint } from '@titular/server/webhooks/register-endpoint.ts';
import { webhookTasks } from '@titular/server/webhooks/webhook-tasks.ts';
import { createManualClock, type ManualClock } from '@titular/test-kit';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { Logger, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import { expect } from 'vitest';

/** A job as it waits in the queue. */
type WaitingJob = {
  payload: { tenantId: string; deliveryId: string; attempt: number };
  run_at: Date;
  attempts: number;
  locked_at: Date | null;
};

/** One database with one tenant and company, and the real queue in it. */
export type Ground = {
  connectionString: string;
  masterKeyText: string;
  database: Database;
  tenantId: string;
  clock: ManualClock;
  newCompany(): Promise<string>;
  register(
    companyId: string,
    url: string,
    changes?: Partial<NewEndpoint>,
  ): ReturnType<typeof registerEndpoint>;
  record(companyId: string, changes?: { status?: TransactionStatus; transactionId?: string }): Promise<void>;
  listJobs(): Promise<WaitingJob[]>;
  addJob(payload: WaitingJob['payload'] | undefined): Promise<void>;
  runJobs(): Promise<void>;
  close(): Promise<void>;
};

const silent = new Logger(() => () => undefined);

async function countHeldJobs({ db }: Database): Promise<number> {
  const found = await sql`SELECT FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL`.execute(db);
  return found.rows.length;
}

async function runDueJobs(
  ground: Pick<Ground, 'database' | 'clock'>,
  tasks: ReturnType<typeof webhookTasks>,
) {
  // The queue reads the database's clock, which no test moves: what waits is made due instead.
  await sql`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE attempts < max_attempts`.execute(
    ground.database.db,
  );
  await runOnce({ pgPool: ground.database.pool, taskList: tasks, noHandleSignals: true, logger: silent });
  // The queue says that it is done before it has let go of the last job.
  await expect.poll(() => countHeldJobs(ground.database), { interval: 5, timeout: 10_000 }).toBe(0);
}

/** Opens a ground on a database of its own. */
export async function openGround(): Promise<Ground> {
  const clone = await cloneDatabase();
  const database = connect(clone.connectionString, 5, () => undefined);
  const { db } = database;
  const tenantId = newId();
  const masterKeyText = randomBytes(32).toString('base64');
  const masterKey = parseMasterKey(masterKeyText);
  await insertTenant(db, tenantId, 'Tenant', newWrappedDataKey(masterKey, tenantId));
  const tenantKeys = createTenantKeys(db, await fixedMasterKeys(masterKey));
  const clock = createManualClock();
  const tasks = webhookTasks({ db, clock, tenantKeys, environment: 'test', random: () => 0.5 });
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
    register: async (companyId, url, changes = {}) =>
      registerEndpoint(db, await tenantKeys(tenantId), {
        tenantId,
        companyId,
        url,
        environment: 'test',
        loopbackAllowed: true,
        ...changes,
      }),
    record: (companyId, { status = 'approved', transactionId = newId() } = {}) =>
      db.transaction().execute((trx) =>
        recordEvent(trx, {
          tenantId,
          companyId,
          transactionId,
          type: 'transaction.finished',
          status,
          sequence: 3,
          at: clock.now(),
        }),
      ),
    listJobs: async () => {
      const found = await sql<WaitingJob>`
        SELECT payload, run_at, attempts, locked_at FROM graphile_worker._private_jobs ORDER BY id`.execute(
        db,
      );
      return found.rows;
    },
    addJob: async (payload) => {
      invariant(payload, 'there is a job to add again');
      await enqueueJob(db, 'deliver-webhook', payload);
    },
    runJobs: () => runDueJobs({ database, clock }, tasks),
    close: async () => {
      await database.close();
      await clone.drop();
    },
  };
}
