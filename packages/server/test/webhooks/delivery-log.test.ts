import type { DeliverySummary } from '@titular/contract';
import { startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { startWebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { eventOf, finish, register } from './log-fixture.ts';

let service: TestService;
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  for (const close of closers) await close();
  await service.close();
});

const db = () => service.service.database.db;

type Listed = { deliveries: DeliverySummary[]; nextCursor?: string };
const list = async (one: Merchant, id: string, query: Record<string, string> = {}): Promise<Listed> =>
  (await one.call('listDeliveries', { id, query })).body as Listed;

/** A merchant whose one endpoint points to a receiver that answers as it is told. */
async function withReceiver(answer: Parameters<typeof startWebhookReceiver>[0] = {}, changes = {}) {
  const one = await newMerchant(service);
  const receiver = await startWebhookReceiver(answer);
  closers.push(receiver.close);
  const { endpointId, secret } = await register(service, one, receiver.url, changes);
  receiver.trust(secret);
  return { one, receiver, endpointId };
}

/** Deliveries of so many events, as the dispatcher would leave them, without sending any. */
async function plant(
  { tenant }: Merchant,
  endpointId: string,
  { count, state, overdue = '0 s' }: { count: number; state: string; overdue?: string },
): Promise<void> {
  await sql`
    WITH planted AS (
      INSERT INTO events (tenant_id, event_id, company_id, type, subject_id, created_at)
      SELECT ${tenant.tenantId}, gen_random_uuid(), ${tenant.companyId}, 'endpoint.test', gen_random_uuid(), now()
      FROM generate_series(1, ${count}) RETURNING tenant_id, event_id
    )
    INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state, next_attempt_at, finished_at)
    SELECT tenant_id, gen_random_uuid(), event_id, ${endpointId}, ${state},
      CASE WHEN ${state} = 'pending' THEN now() - ${overdue}::interval END,
      CASE WHEN ${state} <> 'pending' THEN now() END
    FROM planted`.execute(db());
}

describe('the deliveries of an endpoint', () => {
  test('listDeliveries 200: newest first, page by page, each once, and by state', async () => {
    const { one, endpointId } = await withReceiver({}, { intervalSeconds: 3600 });
    await plant(one, endpointId, { count: 45, state: 'failed' });
    await plant(one, endpointId, { count: 3, state: 'delivered' });
    const seen: string[] = [];
    let query: Record<string, string> = { state: 'failed' };
    for (let page = 0; page < 3; page += 1) {
      const { deliveries, nextCursor } = await list(one, endpointId, query);
      seen.push(...deliveries.map(({ eventId }) => eventId));
      expect(deliveries).toHaveLength([20, 20, 5][page] ?? 0);
      expect(nextCursor).toBe(page < 2 ? deliveries.at(-1)?.eventId : undefined);
      if (nextCursor) query = { ...query, cursor: nextCursor };
    }
    expect(new Set(seen).size).toBe(45);
    expect(seen).toEqual([...seen].sort().reverse());
    expect((await list(one, endpointId, { state: 'delivered' })).deliveries).toHaveLength(3);
    expect((await list(one, endpointId, { limit: '48' })).deliveries).toHaveLength(48);
    expect((await list(one, endpointId, { state: 'pending' })).deliveries).toEqual([]);
  });

  test('listDeliveries 200: readDelivery 200: one that is under way is `sending`, and among the pending ones', async () => {
    const answered = Promise.withResolvers<{ status: number }>();
    const { one, receiver, endpointId } = await withReceiver({ answer: () => answered.promise });
    await finish(one);
    await receiver.next();
    const { deliveries } = await list(one, endpointId, { state: 'pending' });
    expect(deliveries).toEqual([
      {
        id: expect.any(String),
        endpointId,
        eventId: expect.any(String),
        type: 'transaction.finished',
        state: 'sending',
        attempts: 0,
      },
    ]);
    const id = deliveries[0]?.id ?? '';
    expect((await one.call('readDelivery', { id })).body).toEqual({ ...deliveries[0], history: [] });
    answered.resolve({ status: 204 });
    await eventually(async () =>
      expect((await one.call('readDelivery', { id })).body).toMatchObject({
        state: 'delivered',
        history: [{ number: 1 }],
      }),
    );
  });

  test('readDelivery 200: a full card number that a receiver answers is neither kept nor shown (R29)', async () => {
    const answer = '{"card":"5555555555554444","text":"4111 1111 1111 1111"}';
    const { one, receiver, endpointId } = await withReceiver(
      { answer: () => ({ status: 500, body: answer }) },
      { maximumAttempts: 1 },
    );
    await finish(one);
    await receiver.next();
    await eventually(async () =>
      expect((await list(one, endpointId, { state: 'failed' })).deliveries).toHaveLength(1),
    );
    const [{ id } = { id: '' }] = (await list(one, endpointId)).deliveries;
    const { body } = await one.call('readDelivery', { id });
    const response = '{"card":"[hidden]","text":"[hidden]"}';
    expect(body).toMatchObject({ history: [{ responseStatus: 500, response }] });
    const kept = await db()
      .selectFrom('delivery_attempts')
      .select('response_excerpt')
      .where('delivery_id', '=', asId(id))
      .execute();
    expect(kept).toEqual([{ response_excerpt: response }]);
  });

  test('readDelivery 200: every attempt with what was answered, 4 KiB of it, or why nothing was', async () => {
    const { one, receiver, endpointId } = await withReceiver(
      { answer: (_delivery, count) => ({ status: count === 1 ? 500 : 200, body: 'x'.repeat(10_000) }) },
      { intervalSeconds: 1 },
    );
    await finish(one);
    await receiver.next();
    await receiver.next();
    await eventually(async () =>
      expect((await list(one, endpointId, { state: 'delivered' })).deliveries).toHaveLength(1),
    );
    const [{ id } = { id: '' }] = (await list(one, endpointId)).deliveries;
    const { body } = await one.call('readDelivery', { id });
    expect(body).toEqual({
      id,
      endpointId,
      eventId: expect.any(String),
      type: 'transaction.finished',
      state: 'delivered',
      attempts: 2,
      finishedAt: expect.any(String),
      history: [500, 200].map((responseStatus, index) => ({
        number: index + 1,
        startedAt: expect.any(String),
        durationMs: expect.any(Number),
        responseStatus,
        response: 'x'.repeat(4096),
      })),
    });
    const silent = await newMerchant(service);
    const dead = await register(service, silent, 'http://127.0.0.1:1/', { maximumAttempts: 1 });
    await finish(silent);
    await eventually(async () => {
      const [failed] = (await list(silent, dead.endpointId, { state: 'failed' })).deliveries;
      expect((await silent.call('readDelivery', { id: failed?.id ?? '' })).body['history']).toEqual([
        {
          number: 1,
          startedAt: expect.any(String),
          durationMs: expect.any(Number),
          error: expect.stringContaining('ECONNREFUSED'),
        },
      ]);
    });
  });

  test('readDelivery 200: of more attempts than anybody reads the last hundred', async () => {
    const { one, endpointId } = await withReceiver();
    await plant(one, endpointId, { count: 1, state: 'failed' });
    const [{ id } = { id: '' }] = (await list(one, endpointId)).deliveries;
    await sql`INSERT INTO delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms)
      SELECT ${one.tenant.tenantId}, ${id}, number, now(), 1 FROM generate_series(1, 150) AS number`.execute(
      db(),
    );
    const history = (await one.call('readDelivery', { id })).body['history'] as { number: number }[];
    expect(history.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, at) => at + 51));
  });
});

describe('readBacklog (R49)', () => {
  test('readBacklog 200: nothing, then how many wait and for how long the oldest is due', async () => {
    const { one, endpointId } = await withReceiver({ answer: () => new Promise(() => undefined) });
    expect((await one.call('readBacklog', { id: endpointId })).body).toEqual({ waiting: 0, more: false });
    await plant(one, endpointId, { count: 3, state: 'pending', overdue: '-1 hour' });
    expect((await one.call('readBacklog', { id: endpointId })).body).toEqual({ waiting: 3, more: false });
    await plant(one, endpointId, { count: 1, state: 'pending', overdue: '2 hours' });
    const { body } = await one.call('readBacklog', { id: endpointId });
    expect(body).toEqual({ waiting: 4, more: false, oldestDueSeconds: expect.any(Number) });
    expect(body['oldestDueSeconds']).toBeGreaterThanOrEqual(7200);
    expect(body['oldestDueSeconds']).toBeLessThan(7300);
  });

  test('readBacklog 200: exact to ten thousand, and then only that there are more', async () => {
    const { one, endpointId } = await withReceiver();
    await plant(one, endpointId, { count: 10_000, state: 'pending', overdue: '-1 hour' });
    expect((await one.call('readBacklog', { id: endpointId })).body).toEqual({
      waiting: 10_000,
      more: false,
    });
    await plant(one, endpointId, { count: 1, state: 'pending', overdue: '-1 hour' });
    expect((await one.call('readBacklog', { id: endpointId })).body).toEqual({ waiting: 10_000, more: true });
  });
});

describe("what is another's", () => {
  test.each([
    ['listDeliveries', '40406'],
    ['readBacklog', '40406'],
    ['resendFailed', '40406'],
    ['readDelivery', '40408'],
    ['resendDelivery', '40408'],
  ] as const)('%s 404: is as unknown as what never was', async (operation, code) => {
    const one = await newMerchant(service);
    const { one: other, endpointId } = await withReceiver();
    await plant(other, endpointId, { count: 1, state: 'failed' });
    const [{ id } = { id: '' }] = (await list(other, endpointId)).deliveries;
    const call = (named: string) =>
      one.call(operation, {
        id: named,
        ...(operation === 'resendFailed' ? { body: { since: new Date().toISOString() } } : {}),
      });
    const foreign = await call(code === '40406' ? endpointId : id);
    const random = await call(crypto.randomUUID());
    expect([foreign.status, foreign.body['code'], foreign.text]).toEqual([404, code, random.text]);
  });

  test.each([['listDeliveries'], ['readBacklog'], ['readDelivery'], ['resendDelivery']] as const)(
    '%s 400: what is no id is refused',
    async (operation) => {
      const one = await newMerchant(service);
      const { status, body } = await one.call(operation, { id: 'order-1001' });
      expect([status, body['code']]).toEqual([400, '40006']);
    },
  );

  test('listDeliveries 400: so is what is no state, no cursor and no page', async () => {
    const { one, endpointId } = await withReceiver();
    for (const query of [{ state: 'lost' }, { cursor: 'x' }, { limit: '1000' }] as Record<string, string>[]) {
      const { status, body } = await one.call('listDeliveries', { id: endpointId, query });
      expect([status, body['code']]).toEqual([400, '40002']);
    }
  });

  test('listDeliveries 404: an endpoint that was deleted is unknown; its deliveries are still told', async () => {
    const { one, receiver, endpointId } = await withReceiver();
    const event = await eventOf(one, await finish(one));
    await receiver.next();
    await sql`UPDATE webhook_endpoints SET enabled = false, deleted_at = now() WHERE endpoint_id = ${endpointId}`.execute(
      db(),
    );
    expect((await one.call('listDeliveries', { id: endpointId })).body['code']).toBe('40406');
    const deliveries = (await one.call('readEvent', { id: event.id })).body['deliveries'] as {
      id: string;
    }[];
    expect((await one.call('readDelivery', { id: deliveries[0]?.id ?? '' })).status).toBe(200);
    const resent = await one.call('resendDelivery', { id: deliveries[0]?.id ?? '' });
    expect([resent.status, resent.body['code']]).toEqual([400, '40070']);
  });
});
