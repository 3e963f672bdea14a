import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebhookEvent } from '@titular/contract';
import { newId } from '@titular/server/base/id.ts';
import {
  startWebhookReceiver,
  type WebhookReceiver,
  type WebhookReceiverOptions,
} from '@titular/test-kit/webhook-receiver.ts';
import { sql } from 'kysely';
import { Value } from 'typebox/value';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Ground, openGround } from './webhook-ground.ts';

let ground: Ground;
const closers: (() => unknown)[] = [];

beforeEach(async () => {
  ground = await openGround();
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await ground.close();
});

async function receive(answer?: WebhookReceiverOptions['answer']): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver(answer ? { answer } : {});
  closers.push(receiver.close);
  return receiver;
}

/** A receiver whose endpoint is the only one of a company, with one event on its way. */
async function send(answer?: WebhookReceiverOptions['answer'], maximumAttempts = 8) {
  const receiver = await receive(answer);
  const companyId = await ground.newCompany();
  const { secret, endpointId } = await ground.register(companyId, receiver.url, { maximumAttempts });
  receiver.trust(secret);
  await ground.record(companyId);
  return { receiver, companyId, endpointId };
}

const listDeliveries = () =>
  ground.database.db.selectFrom('deliveries').select(['state', 'attempts', 'finished_at']).execute();
const listAttempts = () =>
  ground.database.db.selectFrom('delivery_attempts').selectAll().orderBy('number').execute();

describe('the queue carries a delivery', () => {
  test('from the commit of the event to the receiver, verified by an independent library (R40)', async () => {
    const { receiver } = await send();
    await ground.runJobs();
    const delivery = await receiver.next();
    expect(delivery).toMatchObject({ method: 'POST', path: '/webhook', refusal: undefined });
    expect(delivery.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': delivery.event?.id,
      'content-length': String(Buffer.byteLength(delivery.body)),
    });
    expect(Value.Check(WebhookEvent, delivery.event)).toBe(true);
    expect(await ground.listJobs()).toEqual([]);
    expect(await listDeliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  test('through every attempt of the schedule, with one id and the same bytes, each at a new time (R41, R42)', async () => {
    const { receiver } = await send(() => ({ status: 500, body: 'not now' }));
    const pauses: (number | undefined)[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await ground.runJobs();
      const jobs = await ground.listJobs();
      pauses.push(jobs[0] && (jobs[0].run_at.getTime() - ground.clock.now().getTime()) / 1000);
      expect(jobs.map(({ payload }) => payload.attempt)).toEqual(attempt < 8 ? [attempt + 1] : []);
      ground.clock.advanceSeconds(10);
    }
    expect(pauses).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 36_000, undefined]);
    const { deliveries } = receiver;
    expect(deliveries.map(({ refusal }) => refusal)).toEqual(Array(8).fill(undefined));
    expect(new Set(deliveries.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(deliveries.map(({ body }) => body)).size).toBe(1);
    expect(new Set(deliveries.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8);
    expect(await listDeliveries()).toMatchObject([{ state: 'failed', attempts: 8 }]);
    expect(await listAttempts()).toHaveLength(8);
  });

  test('once for each endpoint that wants the status, and never to another company', async () => {
    const [all, approved, expired, disabled, foreign] = await Promise.all(
      Array.from({ length: 5 }, () => receive()),
    );
    const companyId = await ground.newCompany();
    const register = async (
      receiver: WebhookReceiver | undefined,
      changes = {},
      company = companyId,
    ): Promise<string> => {
      const { secret, endpointId } = await ground.register(company, receiver?.url ?? '', changes);
      receiver?.trust(secret);
      return endpointId;
    };
    await register(all);
    await register(approved, { statuses: ['approved'] });
    await register(expired, { statuses: ['expired', 'canceled'] });
    const disabledId = await register(disabled);
    await register(foreign, {}, await ground.newCompany());
    await ground.database.db
      .updateTable('webhook_endpoints')
      .set({ enabled: false })
      .where('endpoint_id', '=', disabledId)
      .execute();
    await ground.record(companyId);
    await ground.runJobs();
    const counts = [all, approved, expired, disabled, foreign].map((one) => one?.deliveries.length);
    expect(counts).toEqual([1, 1, 0, 0, 0]);
    expect(all?.deliveries[0]?.event?.id).toBe(approved?.deliveries[0]?.event?.id);
  });

  test('to its end with the reason when the endpoint was disabled meanwhile', async () => {
    const { receiver, endpointId } = await send();
    await ground.database.db
      .updateTable('webhook_endpoints')
      .set({ enabled: false })
      .where('endpoint_id', '=', endpointId)
      .execute();
    await ground.runJobs();
    expect(receiver.deliveries).toEqual([]);
    expect(await listDeliveries()).toMatchObject([{ state: 'failed', finished_at: expect.any(Date) }]);
    expect(await listAttempts()).toMatchObject([
      { error: 'the endpoint is disabled', response_status: null },
    ]);
    expect(await ground.listJobs()).toEqual([]);
  });
});

test('an event, its deliveries and its jobs exist exactly when the change does (R76)', async () => {
  const companyId = await ground.newCompany();
  await ground.register(companyId, 'https://one.example/');
  await ground.register(companyId, 'https://two.example/');
  const transactionId = newId();
  await ground.record(companyId, { transactionId });
  expect(await ground.listJobs()).toHaveLength(2);
  // The same sequence of the same transaction again: the unique constraint undoes all of it.
  await expect(ground.record(companyId, { transactionId })).rejects.toThrow('duplicate key');
  expect(await ground.listJobs()).toHaveLength(2);
  expect(await listDeliveries()).toHaveLength(2);
  expect(await ground.database.db.selectFrom('events').select('event_id').execute()).toHaveLength(1);
});

test('nothing of the person and no secret stands in event, job or attempt rows', async () => {
  const { receiver } = await send(() => ({ status: 200, body: 'thanks' }));
  const { secret } = await ground.register(await ground.newCompany(), 'https://shop.example/');
  const [job] = await ground.listJobs();
  expect(Object.keys(job?.payload ?? {}).sort()).toEqual(['attempt', 'deliveryId', 'tenantId']);
  await ground.runJobs();
  expect(Object.keys((await receiver.next()).event ?? {}).sort()).toEqual([
    'environment',
    'id',
    'sequence',
    'status',
    'time',
    'transactionId',
    'type',
  ]);
  const rows = await ground.database.db.selectFrom('webhook_endpoints').selectAll().execute();
  for (const row of rows) expect(row.sealed_secret.includes(secret)).toBe(false);
});

describe('a job that runs again', () => {
  test('after its outcome was kept sends nothing and starts no second chain of jobs (R45)', async () => {
    const { receiver } = await send(() => ({ status: 500 }));
    const [first] = await ground.listJobs();
    await ground.runJobs();
    await ground.addJob(first?.payload);
    const waiting = await ground.listJobs();
    expect(waiting.map(({ payload }) => payload.attempt)).toEqual([2, 1]);
    await ground.runJobs();
    expect(receiver.deliveries).toHaveLength(2);
    expect((await ground.listJobs()).map(({ payload }) => payload.attempt)).toEqual([3]);
  });

  test('at the same time as its twin keeps one attempt and one next job (R45)', async () => {
    const both = Promise.withResolvers<void>();
    const { receiver } = await send(async (_delivery, count) => {
      if (count === 2) both.resolve();
      await both.promise;
      return { status: 500 };
    });
    const [first] = await ground.listJobs();
    await ground.addJob(first?.payload);
    await Promise.all([ground.runJobs(), ground.runJobs()]);
    expect(receiver.deliveries).toHaveLength(2);
    expect(await listAttempts()).toHaveLength(1);
    expect((await ground.listJobs()).map(({ payload }) => payload.attempt)).toEqual([2]);
  });

  test('after the database refused to keep the outcome delivers under the same id (R45)', async () => {
    const { receiver } = await send();
    const { db } = ground.database;
    await sql`ALTER TABLE delivery_attempts ADD CONSTRAINT full_disk CHECK (number < 0)`.execute(db);
    await ground.runJobs();
    expect(await listDeliveries()).toMatchObject([{ state: 'pending', attempts: 0 }]);
    expect(await ground.listJobs()).toMatchObject([{ payload: { attempt: 1 }, attempts: 1 }]);
    await sql`ALTER TABLE delivery_attempts DROP CONSTRAINT full_disk`.execute(db);
    await ground.runJobs();
    expect(new Set(receiver.deliveries.map(({ event }) => event?.id)).size).toBe(1);
    expect(receiver.deliveries).toHaveLength(2);
    expect(await listDeliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });
});

describe('kill -9 of the worker loses nothing (R45)', () => {
  const child = fileURLToPath(new URL('./deliver-child.ts', import.meta.url));
  const startWorker = () =>
    spawn(process.execPath, [child, ground.connectionString, ground.masterKeyText], { stdio: 'inherit' });

  /** Holds a table until released, so that the worker stands still at its next use. */
  async function holdTable(table: string): Promise<{ reached(): Promise<void>; release(): void }> {
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holding = ground.database.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE ${sql.table(table)} IN ACCESS EXCLUSIVE MODE`.execute(trx);
      held.resolve();
      await release.promise;
    });
    closers.push(() => holding);
    await held.promise;
    const countWaiting = async (): Promise<number> => {
      const found = await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND relation = ${table}::regclass`.execute(
        ground.database.db,
      );
      return found.rows[0]?.count ?? 0;
    };
    return {
      reached: () => expect.poll(countWaiting, { timeout: 30_000, interval: 20 }).toBe(1),
      release: release.resolve,
    };
  }

  /** What the queue does by itself once a lock is four hours old. */
  const giveJobsBack = () =>
    sql`UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL`.execute(
      ground.database.db,
    );

  async function kill(worker: ReturnType<typeof startWorker>): Promise<void> {
    const exited = once(worker, 'exit');
    worker.kill('SIGKILL');
    expect(await exited).toEqual([null, 'SIGKILL']);
    expect(await ground.listJobs()).toMatchObject([{ locked_at: expect.any(Date) }]);
    expect(await listDeliveries()).toMatchObject([{ state: 'pending', attempts: 0 }]);
    await giveJobsBack();
  }

  async function expectDelivered(receiver: WebhookReceiver, times: number): Promise<void> {
    await ground.runJobs();
    expect(receiver.deliveries).toHaveLength(times);
    expect(new Set(receiver.deliveries.map(({ event }) => event?.id)).size).toBe(1);
    expect(await listDeliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    expect(await ground.listJobs()).toEqual([]);
  }

  test('before it sends', async () => {
    const { receiver } = await send();
    const table = await holdTable('webhook_endpoints');
    const worker = startWorker();
    await table.reached();
    await kill(worker).finally(table.release);
    await expectDelivered(receiver, 1);
  });

  test('after it sends and before the answer', async () => {
    const silence = new Promise<never>(() => undefined);
    const { receiver } = await send((_delivery, count) => (count === 1 ? silence : { status: 200 }));
    const worker = startWorker();
    await receiver.next(30_000);
    await kill(worker);
    await expectDelivered(receiver, 2);
  });

  test('after the answer and before the commit', async () => {
    const { receiver } = await send();
    const table = await holdTable('delivery_attempts');
    const worker = startWorker();
    await table.reached();
    await kill(worker).finally(table.release);
    await expectDelivered(receiver, 2);
  });
});
