import { listAuditEntries } from '@titular/server/audit/audit-store.ts';
import { addSeconds } from '@titular/server/kernel/base/clock.ts';
import type { CompanyId } from '@titular/server/kernel/base/id.ts';
import {
  resendDelivery,
  resendEventById,
  resendFailed,
  resendFailedInTime,
} from '@titular/server/webhooks/deliveries/resend-deliveries.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { startWebhookReceiver, type WebhookAnswer } from '@titular/test-kit/webhook-receiver.ts';
import { sql } from 'kysely';
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

const actor = () => ({ tenantId: fixture.tenantId, actor: 'service-account:shop' });
const deps = () => ({ db: fixture.database.db, clock: fixture.clock });

/** An endpoint whose receiver answers one after the other what `answers` holds, and then the last of it, with one event on its way. */
async function send(answers: (WebhookAnswer | Promise<WebhookAnswer>)[], maximumAttempts = 3) {
  const receiver = await startWebhookReceiver({
    answer: (_delivery, count) => answers[Math.min(count, answers.length) - 1] ?? { status: 204 },
  });
  closers.push(receiver.close);
  const companyId = await fixture.newCompany();
  const { secret, endpointId } = await fixture.register(companyId, receiver.url, { maximumAttempts });
  receiver.trust(secret);
  await fixture.record(companyId);
  const [delivery] = (await fixture.listDeliveries()).filter((one) => one.endpoint_id === endpointId);
  return { receiver, companyId, endpointId, deliveryId: delivery?.delivery_id ?? '' };
}

const stateOf = async (deliveryId: string) =>
  (await fixture.listDeliveries()).find((one) => one.delivery_id === deliveryId);
const secondsUntilNext = async (deliveryId: string) => {
  const { next_attempt_at: next } = (await stateOf(deliveryId)) ?? {};
  return next && (next.getTime() - fixture.clock.now().getTime()) / 1000;
};

describe('a delivery that is sent again', () => {
  test('has its whole schedule before it, whether it failed or was delivered', async () => {
    const { receiver, deliveryId } = await send([{ status: 500 }], 2);
    await fixture.sendAll();
    await fixture.sendAll();
    expect(await stateOf(deliveryId)).toMatchObject({ state: 'failed', attempts: 2 });
    const answer = await resendDelivery(deps(), actor(), deliveryId.toUpperCase());
    expect(answer).toMatchObject({ id: deliveryId, state: 'pending', attempts: 2 });
    expect(answer).not.toHaveProperty('finishedAt');
    await fixture.sendDue();
    expect(await stateOf(deliveryId)).toMatchObject({ state: 'pending', attempts: 3 });
    expect(await secondsUntilNext(deliveryId)).toBe(5);
    await fixture.sendAll();
    expect(await stateOf(deliveryId)).toMatchObject({ state: 'failed', attempts: 4 });
    expect(new Set(receiver.deliveries.map(({ event }) => event?.id)).size).toBe(1);

    const taken = await send([{ status: 204 }]);
    await fixture.sendDue();
    await resendDelivery(deps(), actor(), taken.deliveryId);
    await fixture.sendDue();
    expect(taken.receiver.deliveries).toHaveLength(2);
    expect(await stateOf(taken.deliveryId)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  test('while it waits is due at once', async () => {
    const { receiver, deliveryId } = await send([{ status: 500 }, { status: 204 }]);
    await fixture.sendDue();
    expect(await secondsUntilNext(deliveryId)).toBe(5);
    await resendDelivery(deps(), actor(), deliveryId);
    await fixture.sendDue();
    expect(receiver.deliveries).toHaveLength(2);
    expect(await stateOf(deliveryId)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  test('goes on where it lost to another commit once (R65)', async () => {
    const { receiver, deliveryId } = await send([{ status: 500 }, { status: 204 }], 1);
    await fixture.sendAll();
    const { db } = fixture.database;
    await sql`CREATE SEQUENCE steps_of_deliveries`.execute(db);
    await sql`CREATE FUNCTION lose_the_first() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('steps_of_deliveries') = 1 THEN RAISE EXCEPTION 'lost' USING ERRCODE = '40P01'; END IF;
        RETURN NEW;
      END $$`.execute(db);
    await sql`CREATE TRIGGER lose_the_first BEFORE UPDATE ON deliveries
      FOR EACH ROW EXECUTE FUNCTION lose_the_first()`.execute(db);
    expect(await resendDelivery(deps(), actor(), deliveryId)).toMatchObject({ state: 'pending' });
    await fixture.sendDue();
    expect(receiver.deliveries).toHaveLength(2);
    expect(await stateOf(deliveryId)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  describe('while it is being sent', () => {
    /** Sends once, and asks to send again while the receiver has not answered yet. */
    async function resendMeanwhile(status: number, maximumAttempts: number) {
      const first = Promise.withResolvers<WebhookAnswer>();
      const sent = await send([first.promise, { status: 204 }], maximumAttempts);
      await fixture.dispatcher.sweep();
      await sent.receiver.next();
      await resendDelivery(deps(), actor(), sent.deliveryId);
      // It is being sent already: nobody takes it a second time.
      await fixture.dispatcher.sweep();
      expect(sent.receiver.deliveries).toHaveLength(1);
      first.resolve({ status });
      await fixture.dispatcher.idle();
      return sent;
    }

    test('is not sent twice when it arrives', async () => {
      const { receiver, deliveryId } = await resendMeanwhile(204, 3);
      await fixture.sendDue();
      expect(receiver.deliveries).toHaveLength(1);
      expect(await stateOf(deliveryId)).toMatchObject({ state: 'delivered', attempts: 1 });
    });

    test('is not lost when that was its last attempt and failed', async () => {
      const { receiver, deliveryId } = await resendMeanwhile(500, 1);
      expect(await stateOf(deliveryId)).toMatchObject({ state: 'pending', attempts: 1, finished_at: null });
      expect(await secondsUntilNext(deliveryId)).toBe(0);
      await fixture.sendDue();
      expect(receiver.deliveries).toHaveLength(2);
      expect(await stateOf(deliveryId)).toMatchObject({ state: 'delivered', attempts: 2 });
    });

    test('does not wait for the schedule it had before', async () => {
      const { deliveryId } = await resendMeanwhile(500, 8);
      expect(await secondsUntilNext(deliveryId)).toBe(0);
      await fixture.sendDue();
      expect(await stateOf(deliveryId)).toMatchObject({ state: 'delivered', attempts: 2 });
    });

    test('is not lost with the process that was sending it', async () => {
      const silence = new Promise<never>(() => undefined);
      const { receiver, deliveryId } = await send([silence, { status: 204 }], 1);
      await fixture.dispatcher.sweep();
      await receiver.next();
      await resendDelivery(deps(), actor(), deliveryId);
      await sql`UPDATE delivery_claims SET expires_at = ${fixture.clock.now()}`.execute(fixture.database.db);
      await fixture.dispatcher.sweep();
      await receiver.next();
      await expect
        .poll(async () => await stateOf(deliveryId))
        .toMatchObject({ state: 'delivered', attempts: 1 });
    });
  });

  test('is refused while its endpoint is off, and nothing changes', async () => {
    const { endpointId, deliveryId } = await send([{ status: 500 }], 1);
    await fixture.sendDue();
    await sql`UPDATE webhook_endpoints SET enabled = false WHERE endpoint_id = ${endpointId}`.execute(
      fixture.database.db,
    );
    const before = await stateOf(deliveryId);
    await expect(resendDelivery(deps(), actor(), deliveryId)).rejects.toMatchObject({
      code: '40070',
    });
    const since = addSeconds(fixture.clock.now(), -60);
    await expect(resendFailed(deps(), actor(), endpointId, since)).rejects.toMatchObject({
      code: '40070',
    });
    expect(await stateOf(deliveryId)).toEqual(before);
  });
});

test('a test event that is sent again goes to its own endpoint alone', async () => {
  const { companyId, endpointId } = await send([{ status: 204 }]);
  await fixture.register(companyId, 'https://receiver.invalid/');
  const { db } = fixture.database;
  const [event] = (
    await sql<{ event_id: string }>`
      INSERT INTO events (tenant_id, event_id, company_id, type, subject_id, created_at)
      VALUES (${fixture.tenantId}, gen_random_uuid(), ${companyId}, 'endpoint.test', ${endpointId}, now())
      RETURNING event_id`.execute(db)
  ).rows;
  const answer = await resendEventById(deps(), actor(), event?.event_id ?? '');
  expect(answer).toMatchObject({ type: 'endpoint.test', deliveries: 1 });
  const sent = await db
    .selectFrom('deliveries')
    .select('endpoint_id')
    .where('event_id', '=', asId(answer.id))
    .execute();
  expect(sent).toEqual([{ endpoint_id: endpointId }]);
});

describe('everything that failed', () => {
  /** Deliveries that failed a minute before now, as an outage leaves them. */
  async function failMany(companyId: CompanyId, endpointId: string, count: number, secondsAgo = 60) {
    const plant = sql`
      WITH planted AS (
        INSERT INTO events (tenant_id, event_id, company_id, type, subject_id, created_at)
        SELECT ${fixture.tenantId}, gen_random_uuid(), ${companyId}, 'endpoint.test', gen_random_uuid(), now()
        FROM generate_series(1, ${count}) RETURNING tenant_id, event_id
      )
      INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state, attempts, finished_at)
      SELECT tenant_id, gen_random_uuid(), event_id, ${endpointId}, 'failed', 3,
        ${addSeconds(fixture.clock.now(), -secondsAgo)} FROM planted`;
    await fixture.database.db.transaction().execute(async (trx) => {
      await sql`SET LOCAL statement_timeout = 0`.execute(trx);
      await plant.execute(trx);
    });
  }
  const countPending = async (endpointId: string): Promise<number> =>
    (
      await sql`SELECT FROM deliveries WHERE endpoint_id = ${endpointId} AND state = 'pending'`.execute(
        fixture.database.db,
      )
    ).rows.length;
  const quiet = async () => {
    const companyId = await fixture.newCompany();
    const { endpointId } = await fixture.register(companyId, 'https://receiver.invalid/');
    return { companyId, endpointId };
  };

  test('since a time is on its way again in commits of a thousand, and the same wish again finds nothing left', async () => {
    const { companyId, endpointId } = await quiet();
    const other = await quiet();
    await failMany(companyId, endpointId, 2_500);
    await failMany(companyId, endpointId, 10, 3600);
    await failMany(other.companyId, other.endpointId, 10);
    const since = addSeconds(fixture.clock.now(), -600);
    const batches: number[] = [];
    const resend = () =>
      resendFailed(deps(), actor(), endpointId, since, { onBatch: (sofar) => void batches.push(sofar) });
    expect(await resend()).toEqual({ deliveries: 2_500, hasMore: false });
    expect(batches).toEqual([1_000, 2_000]);
    expect(await countPending(endpointId)).toBe(2_500);
    expect(await countPending(other.endpointId)).toBe(0);
    const commits = await sql`SELECT DISTINCT xmin::text FROM deliveries
      WHERE endpoint_id = ${endpointId} AND state = 'pending'`.execute(fixture.database.db);
    expect(commits.rows).toHaveLength(3);
    expect(await resend()).toEqual({ deliveries: 0, hasMore: false });
  });

  test('asked for twice at once is sent once', async () => {
    const { companyId, endpointId } = await quiet();
    await failMany(companyId, endpointId, 3_000);
    const since = addSeconds(fixture.clock.now(), -600);
    const both = await Promise.all([
      resendFailed(deps(), actor(), endpointId, since),
      resendFailed(deps(), actor(), endpointId, since),
    ]);
    // One may skip what the other holds; nothing is taken by both, and a further wish takes the rest.
    const rest = await resendFailed(deps(), actor(), endpointId, since);
    expect([...both, rest].reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(3_000);
    const reopened = await sql<{ most: number }>`SELECT max(reopened) AS most FROM deliveries`.execute(
      fixture.database.db,
    );
    expect(reopened.rows).toEqual([{ most: 1 }]);
  });

  test('of an outage of a hundred thousand deliveries takes seconds, and says when there are more (R49)', async () => {
    const { companyId, endpointId } = await quiet();
    for (const count of [...Array<number>(9).fill(10_000), 10_001])
      await failMany(companyId, endpointId, count);
    const since = addSeconds(fixture.clock.now(), -600);
    expect(await resendFailed(deps(), actor(), endpointId, since)).toEqual({
      deliveries: 100_000,
      hasMore: true,
    });
    expect(await resendFailed(deps(), actor(), endpointId, since)).toEqual({
      deliveries: 1,
      hasMore: false,
    });
  });

  test('goes as far as the time of a call lets it, and says that there are more (R80)', async () => {
    const { companyId, endpointId } = await quiet();
    await failMany(companyId, endpointId, 2_500);
    const since = addSeconds(fixture.clock.now(), -600);
    let elapsedMs = 0;
    const run = { elapsedMs: () => elapsedMs, limitMs: 2_500 };
    const slow = () => {
      elapsedMs += 1_300;
    };
    const first = await resendFailed(deps(), actor(), endpointId, since, { onBatch: slow, run });
    expect(first).toEqual({ deliveries: 2_000, hasMore: true });
    const rest = await resendFailedInTime(deps(), actor(), endpointId, since);
    expect(rest).toEqual({ deliveries: 500, hasMore: false });
  });

  test('is told to the audit log in the commit of each batch, so that nothing is sent again unseen', async () => {
    const { companyId, endpointId } = await quiet();
    await failMany(companyId, endpointId, 1_500);
    const since = addSeconds(fixture.clock.now(), -600);
    const entry = (deliveries: number) => ({
      actor: 'service-account:shop',
      action: 'webhook-endpoint.resend-failed',
      subject: `webhook-endpoint/${endpointId}`,
      after: { since: since.toISOString(), deliveries },
    });
    const listed = async () =>
      (await listAuditEntries(fixture.database.db, { tenantId: fixture.tenantId, limit: 10 })).map(
        ({ at: _at, entryId: _id, tenantId: _tenant, ...rest }) => rest,
      );
    const end = () => expect.fail('the process ends here');
    await expect(resendFailed(deps(), actor(), endpointId, since, { onBatch: end })).rejects.toThrow(
      'ends here',
    );
    expect(await countPending(endpointId)).toBe(1_000);
    expect(await listed()).toEqual([entry(1_000)]);
    fixture.clock.advanceSeconds(1);
    await resendFailed(deps(), actor(), endpointId, since);
    expect(await countPending(endpointId)).toBe(1_500);
    expect(await listed()).toEqual([entry(500), entry(1_000)]);
  });

  test('of the last 90 days may be asked for by a caller who counted from a moment before', async () => {
    const { endpointId } = await quiet();
    const now = fixture.clock.now();
    const resend = (secondsEarlier: number) =>
      resendFailed(deps(), actor(), endpointId, addSeconds(now, -90 * 86_400 - secondsEarlier));
    expect(await resend(60)).toEqual({ deliveries: 0, hasMore: false });
    await expect(resend(61)).rejects.toMatchObject({ code: '40002' });
  });

  test('and fails again stays failed, and a later wish takes it once more', async () => {
    const { receiver, endpointId } = await send([{ status: 500 }], 1);
    await fixture.sendDue();
    const since = fixture.clock.now();
    for (let time = 1; time <= 2; time += 1) {
      fixture.clock.advanceSeconds(1);
      expect(await resendFailed(deps(), actor(), endpointId, since)).toMatchObject({ deliveries: 1 });
      await fixture.sendDue();
      expect(receiver.deliveries).toHaveLength(time + 1);
    }
  });
});
