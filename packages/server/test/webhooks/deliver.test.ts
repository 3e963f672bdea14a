import { WebhookEvent } from '@titular/contract';
import { newId } from '@titular/server/kernel/base/id.ts';
import type { NewEndpoint } from '@titular/server/webhooks/endpoints/register-endpoint.ts';
import type { WebhookReceiverOptions } from '@titular/test-kit/webhook-receiver.ts';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { Value } from 'typebox/value';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Fixture, openFixture } from './webhook-fixture.ts';

let fixture: Fixture;

beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(async () => {
  await fixture.close();
});

/** A receiver whose endpoint is the only one of a company, with one event on its way. */
async function send(answer?: WebhookReceiverOptions['answer'], changes: Partial<NewEndpoint> = {}) {
  const receiver = await fixture.receive(answer);
  const companyId = await fixture.newCompany();
  const { secret, endpointId } = await fixture.register(companyId, receiver.url, changes);
  receiver.trust(secret);
  await fixture.record(companyId);
  return { receiver, companyId, endpointId, secret };
}

const listAttempts = () =>
  fixture.database.db.selectFrom('delivery_attempts').selectAll().orderBy('number').execute();

/** Seconds until the only delivery is due again. */
async function pauseOf(): Promise<number | undefined> {
  const [delivery] = await fixture.listDeliveries();
  const next = delivery?.next_attempt_at;
  return next ? (next.getTime() - fixture.clock.now().getTime()) / 1000 : undefined;
}

describe('a delivery goes', () => {
  test('from the commit of the event to the receiver, verified by an independent library (R40)', async () => {
    const { receiver } = await send();
    await fixture.sendDue();
    const delivery = await receiver.next();
    expect(delivery).toMatchObject({ method: 'POST', path: '/webhook', refusal: undefined });
    expect(delivery.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': delivery.event?.id,
      'content-length': String(Buffer.byteLength(delivery.body)),
    });
    expect(Value.Check(WebhookEvent, delivery.event)).toBe(true);
    expect(await fixture.listDeliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    await fixture.sendDue();
    expect(receiver.deliveries).toHaveLength(1);
  });

  test('through every attempt of the schedule, with one id and the same bytes, each at a new time (R41, R42)', async () => {
    const { receiver, secret } = await send(() => ({ status: 500, body: 'not now' }));
    const pauses: (number | undefined)[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await fixture.sendDue();
      expect(receiver.deliveries).toHaveLength(attempt);
      const pause = await pauseOf();
      pauses.push(pause);
      fixture.clock.advanceSeconds((pause ?? 0) - 1);
      await fixture.sendDue();
      expect(receiver.deliveries).toHaveLength(attempt);
      fixture.clock.advanceSeconds(1);
    }
    expect(pauses).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 36_000, undefined]);
    const { deliveries } = receiver;
    for (const { body, headers } of deliveries) {
      // The library compares with the machine's clock, which the test's has left behind.
      vi.useFakeTimers({ toFake: ['Date'], now: Number(headers['webhook-timestamp']) * 1000 });
      expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
      vi.useRealTimers();
    }
    expect(new Set(deliveries.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(deliveries.map(({ body }) => body)).size).toBe(1);
    expect(new Set(deliveries.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8);
    expect(await fixture.listDeliveries()).toMatchObject([{ state: 'failed', attempts: 8 }]);
    expect(await listAttempts()).toHaveLength(8);
  });

  test('at the interval that its owner chose, as often as its owner chose (R42)', async () => {
    const { receiver } = await send(() => ({ status: 500 }), { intervalSeconds: 40, maximumAttempts: 3 });
    const pauses: (number | undefined)[] = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await fixture.sendDue();
      pauses.push(await pauseOf());
      fixture.clock.advanceSeconds(40);
    }
    expect(pauses).toEqual([40, 40, undefined, undefined]);
    expect(receiver.deliveries).toHaveLength(3);
  });

  test('to each endpoint that wants type and status, and never to another company', async () => {
    const companyId = await fixture.newCompany();
    const wishes: [Partial<NewEndpoint>, string[]][] = [
      [{}, ['approved', 'expired']],
      [{ statuses: ['approved'] }, ['approved']],
      [{ statuses: ['processing', 'expired'] }, ['processing', 'expired']],
      [{ eventTypes: ['transaction.changed'], statuses: ['processing'] }, ['processing']],
      [{ eventTypes: ['endpoint.disabled'] }, []],
    ];
    const receivers = await Promise.all(
      wishes.map(async ([changes]) => {
        const receiver = await fixture.receive();
        receiver.trust((await fixture.register(companyId, receiver.url, changes)).secret);
        return receiver;
      }),
    );
    const foreign = await fixture.receive();
    await fixture.register(await fixture.newCompany(), foreign.url);
    for (const status of ['approved', 'processing', 'expired', 'waiting'] as const)
      await fixture.record(companyId, { status });
    await fixture.sendDue();
    const told = receivers.map(({ deliveries }) =>
      deliveries.map(({ event }) => (event && 'status' in event ? event.status : '')).sort(),
    );
    expect(told).toEqual(wishes.map(([, statuses]) => [...statuses].sort()));
    expect(foreign.deliveries).toEqual([]);
    const kept = await fixture.database.db.selectFrom('events').select('status').execute();
    expect(kept.map(({ status }) => status).sort()).toEqual(['approved', 'expired', 'processing']);
  });

  test('to its end without an attempt when the endpoint was switched off meanwhile', async () => {
    const { receiver, endpointId } = await send();
    await fixture.database.db
      .updateTable('webhook_endpoints')
      .set({ enabled: false })
      .where('endpoint_id', '=', endpointId)
      .execute();
    await fixture.sendDue();
    expect(receiver.deliveries).toEqual([]);
    expect(await fixture.listDeliveries()).toMatchObject([
      { state: 'failed', finished_at: expect.any(Date) },
    ]);
    expect(await listAttempts()).toEqual([]);
  });

  test('once, however many processes look for it at the same time (R45)', async () => {
    const { receiver, companyId } = await send();
    for (let count = 0; count < 40; count += 1) await fixture.record(companyId);
    const others = Array.from({ length: 3 }, () => fixture.newDispatcher());
    const all = [fixture.dispatcher, ...others];
    for (let round = 0; round < 8; round += 1) {
      await Promise.all(all.map((one) => one.sweep()));
      await Promise.all(all.map((one) => one.idle()));
    }
    expect(receiver.deliveries).toHaveLength(41);
    expect(new Set(receiver.deliveries.map(({ event }) => event?.id)).size).toBe(41);
  });
});

describe('an answer of', () => {
  test.each([200, 201, 204, 299])('%s is success (R42)', async (status) => {
    await send(() => ({ status }));
    await fixture.sendDue();
    expect(await fixture.listDeliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  test.each([301, 302, 307, 400, 404, 500, 502, 503, 504])(
    '%s is a failed attempt, and nothing is followed (R42)',
    async (status) => {
      const headers = { location: '/elsewhere' };
      const { receiver } = await send(() => ({ status, headers, body: 'x'.repeat(9000) }));
      await fixture.sendDue();
      expect(receiver.deliveries.map(({ path }) => path)).toEqual(['/webhook']);
      expect(await fixture.listDeliveries()).toMatchObject([{ state: 'pending', attempts: 1 }]);
      const [attempt] = await listAttempts();
      expect(attempt?.response_status).toBe(status);
      expect(attempt?.response_excerpt).toHaveLength(4096);
    },
  );

  test('410 switches the endpoint off, ends what waits, and tells the owner by event and audit log (R42)', async () => {
    const { receiver, companyId, endpointId } = await send(() => ({ status: 410 }));
    const other = await fixture.receive();
    other.trust((await fixture.register(companyId, other.url, { eventTypes: ['endpoint.disabled'] })).secret);
    await fixture.sendDue();
    await fixture.record(companyId);
    await fixture.sendAll();
    expect(receiver.deliveries).toHaveLength(1);
    const { db } = fixture.database;
    const endpoint = await db
      .selectFrom('webhook_endpoints')
      .select(['enabled', 'disabled_reason', 'disabled_at'])
      .where('endpoint_id', '=', endpointId)
      .executeTakeFirstOrThrow();
    expect(endpoint).toEqual({
      enabled: false,
      disabled_reason: 'gone',
      disabled_at: fixture.clock.now(),
    });
    expect((await other.next()).event).toMatchObject({
      type: 'endpoint.disabled',
      endpointId,
      reason: 'gone',
    });
    const audit = await db.selectFrom('audit_log').select(['action', 'subject', 'actor']).execute();
    expect(audit).toContainEqual({
      action: 'webhook-endpoint.disable',
      subject: `webhook-endpoint/${endpointId}`,
      actor: 'service',
    });
  });

  test.each([
    [503, '120', 120],
    [429, '99999999', 24 * 3600],
    [503, 'nonsense', 5],
    [500, '120', 5],
  ])('%s with Retry-After %s waits %s seconds (R42)', async (status, retryAfter, seconds) => {
    await send(() => ({ status, headers: { 'retry-after': retryAfter } }));
    await fixture.sendDue();
    expect(await pauseOf()).toBe(seconds);
  });
});

test('an event and its deliveries exist exactly when the change does (R76)', async () => {
  const companyId = await fixture.newCompany();
  await fixture.register(companyId, 'https://one.example/');
  await fixture.register(companyId, 'https://two.example/');
  const transactionId = newId();
  await fixture.record(companyId, { transactionId });
  expect(await fixture.listDeliveries()).toHaveLength(2);
  // The same sequence of the same transaction again: the unique constraint undoes all of it.
  await expect(fixture.record(companyId, { transactionId })).rejects.toThrow('duplicate key');
  expect(await fixture.listDeliveries()).toHaveLength(2);
  expect(await fixture.database.db.selectFrom('events').select('event_id').execute()).toHaveLength(1);
});

test('nothing of the person and no secret stands in event or attempt rows', async () => {
  const { receiver } = await send(() => ({ status: 200, body: 'thanks' }));
  const { secret } = await fixture.register(await fixture.newCompany(), 'https://shop.example/');
  await fixture.sendDue();
  expect(Object.keys((await receiver.next()).event ?? {}).sort()).toEqual([
    'environment',
    'id',
    'sequence',
    'status',
    'time',
    'transactionId',
    'type',
  ]);
  const rows = await fixture.database.db.selectFrom('webhook_endpoints').selectAll().execute();
  for (const row of rows) expect(row.sealed_secret.includes(secret)).toBe(false);
});

describe('an attempt whose outcome the database refused', () => {
  test('is made again under the same id when its claim has ended, and not before (R45)', async () => {
    const { receiver } = await send();
    const { db } = fixture.database;
    await sql`ALTER TABLE delivery_attempts ADD CONSTRAINT full_disk CHECK (number < 0)`.execute(db);
    await fixture.sendDue();
    expect(await fixture.listDeliveries()).toMatchObject([{ state: 'pending', attempts: 0 }]);
    fixture.clock.advanceSeconds(44);
    await fixture.sendDue();
    expect(receiver.deliveries).toHaveLength(1);
    await sql`ALTER TABLE delivery_attempts DROP CONSTRAINT full_disk`.execute(db);
    fixture.clock.advanceSeconds(2);
    await fixture.sendDue();
    expect(new Set(receiver.deliveries.map(({ event }) => event?.id)).size).toBe(1);
    expect(receiver.deliveries).toHaveLength(2);
    expect(await fixture.listDeliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  test('holds up none of those it was to be kept with (R50)', async () => {
    const { receiver, companyId } = await send((_delivery, count) => ({ status: count === 3 ? 299 : 200 }));
    for (let count = 0; count < 9; count += 1) await fixture.record(companyId);
    const { db } = fixture.database;
    await sql`ALTER TABLE delivery_attempts ADD CONSTRAINT no CHECK (response_status <> 299)`.execute(db);
    await fixture.sendDue();
    expect(receiver.deliveries).toHaveLength(10);
    const states = (await fixture.listDeliveries()).map(({ state }) => state).sort();
    expect(states).toEqual([...Array(9).fill('delivered'), 'pending']);
  });
});
