import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { CompanyId } from '@titular/server/kernel/base/id.ts';
import { reopenDeliveries } from '@titular/server/webhooks/deliveries/delivery-store.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Fixture, openFixture } from './webhook-fixture.ts';

let fixture: Fixture;
const closers: (() => unknown)[] = [];

beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(async () => {
  await fixture.dispatcher.stop();
  for (const close of closers.splice(0)) await close();
  await fixture.close();
});

/** Takes connections and never says a word; `open` are those it has. */
async function startSilentServer(): Promise<{ url: string; open(): number }> {
  const sockets = new Set<object>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    closers.push(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    open: () => sockets.size,
  };
}

async function startHealthy(): Promise<{ companyId: CompanyId; arrived(): number }> {
  const receiver = await fixture.receive();
  const companyId = await fixture.newCompany();
  receiver.trust((await fixture.register(companyId, receiver.url)).secret);
  return { companyId, arrived: () => receiver.deliveries.length };
}

/** Events of one company with a delivery each to one endpoint, due a minute ago. */
const addBacklog = (companyId: CompanyId, endpointId: string, count: number) =>
  sql`
    WITH made AS (
      INSERT INTO events (tenant_id, event_id, company_id, type, created_at, subject_id)
      SELECT ${fixture.tenantId}, gen_random_uuid(), ${companyId}, 'process.finished', ${fixture.clock.now()},
        gen_random_uuid()
      FROM generate_series(1, ${count}::integer)
      RETURNING tenant_id, event_id
    )
    INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, next_attempt_at)
    SELECT tenant_id, gen_random_uuid(), event_id, ${endpointId}, ${fixture.clock.now()}::timestamptz - interval '1 minute'
    FROM made`.execute(fixture.database.db);

test('while 20 endpoints hang with a hundred events each, a living one gets all of its own before any attempt of theirs has ended (R43)', async () => {
  const silent = await startSilentServer();
  const living = await startHealthy();
  for (let count = 0; count < 20; count += 1) {
    const companyId = await fixture.newCompany();
    const { endpointId } = await fixture.register(companyId, silent.url, { timeoutMs: 60_000 });
    await addBacklog(companyId, endpointId, 100);
  }
  await fixture.dispatcher.sweep();
  await expect.poll(silent.open).toBe(200);
  for (let count = 0; count < 100; count += 1) await fixture.record(living.companyId);
  await fixture.dispatcher.sweep();
  await expect.poll(living.arrived).toBe(100);
  expect(silent.open()).toBe(200);
  const attempts = await fixture.database.db.selectFrom('delivery_attempts').select('error').execute();
  expect(attempts.filter(({ error }) => error !== null)).toEqual([]);
});

test('100,000 events for an endpoint that is dead hold up nobody, and what is taken of them at once is bounded (R49)', async () => {
  const silent = await startSilentServer();
  const living = await startHealthy();
  const companyId = await fixture.newCompany();
  const { endpointId } = await fixture.register(companyId, silent.url, {
    timeoutMs: 60_000,
    maximumAtOnce: 500,
  });
  for (let tenth = 0; tenth < 10; tenth += 1) await addBacklog(companyId, endpointId, 10_000);
  await fixture.dispatcher.sweep();
  for (let count = 0; count < 50; count += 1) {
    await fixture.record(living.companyId);
    await fixture.dispatcher.sweep();
  }
  await expect.poll(living.arrived).toBe(50);
  // Those of the living one may still be about to be kept.
  const claims = await fixture.database.db
    .selectFrom('delivery_claims')
    .select('delivery_id')
    .where('endpoint_id', '=', endpointId)
    .execute();
  expect(claims).toHaveLength(10);
  expect(silent.open()).toBe(10);
}, 360_000);

test('150 endpoints that hang are sent no more at once than there is room for, and a neighbour gets its own at once (R43, R49)', async () => {
  const silent = await startSilentServer();
  for (let count = 0; count < 150; count += 1) {
    const companyId = await fixture.newCompany();
    await fixture.register(companyId, silent.url, { timeoutMs: 60_000 });
    for (let event = 0; event < 12; event += 1) await fixture.record(companyId);
  }
  await fixture.dispatcher.sweep();
  await expect.poll(silent.open).toBeGreaterThan(400);
  const neighbour = await fixture.receive();
  const other = await fixture.newTenant();
  neighbour.trust((await other.register(neighbour.url)).secret);
  for (let event = 0; event < 20; event += 1) await other.record();
  await fixture.dispatcher.sweep();
  await expect.poll(() => neighbour.deliveries.length).toBe(20);
  // All of these are of one tenant, which gets no more than what is left for others.
  expect(silent.open()).toBeLessThanOrEqual(500);
}, 360_000);

describe('what cannot be prepared (R50)', () => {
  const listAttempts = (deliveryId: string) =>
    fixture.database.db
      .selectFrom('delivery_attempts')
      .select(['number', 'error', 'response_status'])
      .where('delivery_id', '=', asId(deliveryId))
      .orderBy('number')
      .execute();

  test('is left after three tries, shows why, holds up nothing, and goes out when it is mended and sent again', async () => {
    const { db } = fixture.database;
    const living = await startHealthy();
    await fixture.record(living.companyId);
    const [poisoned] = await fixture.listDeliveries();
    await sql`UPDATE events SET type = 'of another world'`.execute(db);
    for (let count = 0; count < 10; count += 1) await fixture.record(living.companyId);
    for (let round = 0; round < 4; round += 1) await fixture.sendAll();
    expect(living.arrived()).toBe(10);
    const deliveryId = poisoned?.delivery_id ?? '';
    const find = async () => (await fixture.listDeliveries()).find((one) => one.delivery_id === deliveryId);
    expect(await find()).toMatchObject({ state: 'failed', attempts: 3 });
    const error = 'the service could not prepare the request; its log says why';
    expect(await listAttempts(deliveryId)).toEqual(
      [1, 2, 3].map((number) => ({ number, error, response_status: null })),
    );
    await sql`UPDATE events SET type = 'transaction.finished'`.execute(db);
    const { event_id: eventId } = await db
      .selectFrom('deliveries')
      .select('event_id')
      .where('delivery_id', '=', asId(deliveryId))
      .executeTakeFirstOrThrow();
    const endpointIds = [poisoned?.endpoint_id ?? ''];
    await reopenDeliveries(db, fixture.tenantId, { eventId, endpointIds }, fixture.clock.now());
    await fixture.sendDue();
    expect(await find()).toMatchObject({ state: 'delivered', attempts: 4 });
  });

  test('is not held against its endpoint', async () => {
    const living = await startHealthy();
    await fixture.record(living.companyId);
    await sql`UPDATE webhook_endpoints SET sealed_secret = '\\x00'`.execute(fixture.database.db);
    for (let round = 0; round < 4; round += 1) await fixture.sendAll();
    const endpoints = await fixture.database.db
      .selectFrom('webhook_endpoints')
      .select(['failures', 'enabled'])
      .execute();
    expect(endpoints).toEqual([{ failures: 0, enabled: true }]);
    expect(await fixture.listDeliveries()).toMatchObject([{ state: 'failed', attempts: 3 }]);
  });
});
