import { Writable } from 'node:stream';
import { WEBHOOK_LOG_DAYS } from '@titular/contract';
import { addSeconds } from '@titular/server/kernel/base/clock.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { backlogTasks } from '@titular/server/webhooks/deliveries/backlog-tasks.ts';
import { resendDelivery } from '@titular/server/webhooks/deliveries/resend-deliveries.ts';
import { deleteOldEvents } from '@titular/server/webhooks/events/delete-old-events.ts';
import { runTask } from '@titular/test-kit/service-tasks.ts';
import { startWebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Fixture, openFixture } from './webhook-fixture.ts';

let fixture: Fixture;
const closers: (() => Promise<void>)[] = [];
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  await fixture.close();
});

const db = () => fixture.database.db;
const DAY = 86_400;

const deleteOld = () =>
  runTask({ db: db(), clock: fixture.clock, log: createLog('silent') }, 'delete-old-events');

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['events', 'deliveries', 'delivery_attempts'])
    counts[table] = (await sql`SELECT FROM ${sql.table(table)}`.execute(db())).rows.length;
  return counts;
}

async function withEndpoint(status: number, maximumAttempts = 1) {
  const receiver = await startWebhookReceiver({ answer: () => ({ status }) });
  closers.push(receiver.close);
  const companyId = await fixture.newCompany();
  const { secret, endpointId } = await fixture.register(companyId, receiver.url, { maximumAttempts });
  receiver.trust(secret);
  return { companyId, endpointId, receiver };
}

describe('the log of webhooks (R93)', () => {
  test('is kept for its days and not longer: events with their deliveries and attempts', async () => {
    const { companyId } = await withEndpoint(204);
    await fixture.record(companyId);
    await fixture.sendDue();
    const quiet = await fixture.newCompany();
    await fixture.record(quiet);
    fixture.clock.advanceSeconds(WEBHOOK_LOG_DAYS * DAY);
    await fixture.record(companyId);
    await fixture.sendDue();
    await deleteOld();
    expect(await countRows()).toEqual({ events: 3, deliveries: 2, delivery_attempts: 2 });
    fixture.clock.advanceSeconds(1);
    await deleteOld();
    expect(await countRows()).toEqual({ events: 1, deliveries: 1, delivery_attempts: 1 });
  });

  test('never loses what still waits, however old it is', async () => {
    const { companyId } = await withEndpoint(500, 8);
    await fixture.record(companyId);
    await fixture.sendDue();
    const over = await withEndpoint(500, 1);
    await fixture.record(over.companyId);
    await fixture.sendDue();
    fixture.clock.advanceSeconds((WEBHOOK_LOG_DAYS + 1) * DAY);
    await deleteOld();
    expect(await countRows()).toEqual({ events: 1, deliveries: 1, delivery_attempts: 1 });
    expect(await fixture.listDeliveries()).toMatchObject([{ state: 'pending' }]);
  });

  test('never loses what somebody sends again at that very moment', async () => {
    const { companyId } = await withEndpoint(500, 1);
    await fixture.record(companyId);
    await fixture.sendDue();
    const [delivery] = await fixture.listDeliveries();
    fixture.clock.advanceSeconds((WEBHOOK_LOG_DAYS + 1) * DAY);
    const deleting = await db()
      .transaction()
      .execute(async (trx) => {
        const deps = { db: trx, clock: fixture.clock };
        await resendDelivery(
          deps,
          { tenantId: fixture.tenantId, actor: 'shop' },
          delivery?.delivery_id ?? '',
        );
        // Wrapped, because a promise that is returned would be waited for.
        const begun = { promise: deleteOld() };
        await expect
          .poll(async () => {
            const waiting = await sql`SELECT FROM pg_stat_activity
              WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db());
            return waiting.rows.length;
          })
          .toBe(1);
        return begun;
      });
    await deleting.promise;
    expect(await fixture.listDeliveries()).toMatchObject([{ state: 'pending' }]);
  });

  test('goes in batches, past those that have to stay', async () => {
    const companyId = await fixture.newCompany();
    const { endpointId } = await fixture.register(companyId, 'https://receiver.invalid/');
    const old = addSeconds(fixture.clock.now(), -100 * DAY);
    const ids = Array.from({ length: 700 }, () => newId(old.getTime()));
    await sql`
      WITH planted AS (
        INSERT INTO events (tenant_id, event_id, company_id, type, subject_id, created_at)
        SELECT ${fixture.tenantId}, event_id, ${companyId}, 'endpoint.test', gen_random_uuid(), ${old}
        FROM unnest(${ids}::uuid[]) AS event_id RETURNING tenant_id, event_id
      )
      INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state, next_attempt_at)
      SELECT tenant_id, gen_random_uuid(), event_id, ${endpointId}, 'pending', now() FROM planted
      ORDER BY event_id LIMIT 300`.execute(db());
    await deleteOldEvents(db(), fixture.tenantId, addSeconds(fixture.clock.now(), -90 * DAY));
    expect(await countRows()).toEqual({ events: 300, deliveries: 300, delivery_attempts: 0 });
  });
});

describe('a queue that stands still is told to the operator (R49)', () => {
  /** What the task logs, without what every line has. */
  async function report(): Promise<Record<string, unknown>[]> {
    const lines: string[] = [];
    const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
      lines.push(String(chunk));
      done();
    };
    const log = pino({ base: null, timestamp: false }, new Writable({ write }));
    const deps = { db: db(), clock: fixture.clock, log };
    await backlogTasks(deps)['report-webhook-backlog']?.({}, {} as never);
    return lines.map((line) => JSON.parse(line));
  }

  test('with the endpoint, how many wait and since when, once the oldest is due for five minutes', async () => {
    const companyId = await fixture.newCompany();
    const { endpointId } = await fixture.register(companyId, 'https://receiver.invalid/');
    await fixture.register(await fixture.newCompany(), 'https://receiver.invalid/');
    await fixture.record(companyId);
    fixture.clock.advanceSeconds(200);
    await fixture.record(companyId);
    expect(await report()).toEqual([]);
    fixture.clock.advanceSeconds(101);
    expect(await report()).toEqual([
      {
        level: 40,
        endpointId,
        waiting: 2,
        more: false,
        oldestSeconds: 301,
        msg: 'webhooks wait too long for their endpoint',
      },
    ]);
  });

  test('and is no news while it waits for a retry', async () => {
    const { companyId } = await withEndpoint(500, 8);
    await fixture.record(companyId);
    await fixture.sendAll();
    await fixture.sendAll();
    fixture.clock.advanceSeconds(290);
    expect(await report()).toEqual([]);
  });
});
