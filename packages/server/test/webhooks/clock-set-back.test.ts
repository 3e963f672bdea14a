import { reopenDelivery } from '@titular/server/webhooks/deliveries/delivery-store.ts';
import { createSetBackWalk } from '@titular/server/webhooks/queue/claim-due.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import type { WebhookReceiverOptions } from '@titular/test-kit/webhook-receiver.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Fixture, openFixture } from './webhook-fixture.ts';

const HOUR_SECONDS = 3_600;

let fixture: Fixture;

beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(async () => {
  await fixture.close();
});

const fail: WebhookReceiverOptions['answer'] = () => ({ status: 500 });

/** A company whose only endpoint leads to a receiver, seen by the dispatcher while the clock is an hour ahead. */
async function openAhead(answer?: WebhookReceiverOptions['answer']) {
  const receiver = await fixture.receive(answer);
  const companyId = await fixture.newCompany();
  const { endpointId, secret } = await fixture.register(companyId, receiver.url);
  receiver.trust(secret);
  await fixture.sendDue();
  fixture.clock.advanceSeconds(HOUR_SECONDS);
  await fixture.sendDue();
  return { receiver, companyId, endpointId };
}

/** Looks again after each of these seconds, and gives how many attempts had come by then. */
async function countAfter(
  deliveries: readonly unknown[],
  seconds: readonly number[],
): Promise<readonly number[]> {
  const counts: number[] = [];
  for (const one of seconds) {
    fixture.clock.advanceSeconds(one);
    await fixture.sendDue();
    counts.push(deliveries.length);
  }
  return counts;
}

describe('once the clock of the database is set back by an hour, there goes at once (R84)', () => {
  test('an event that was recorded while it was ahead', async () => {
    const { receiver, companyId } = await openAhead();
    await fixture.record(companyId);
    fixture.clock.advanceSeconds(-HOUR_SECONDS);
    expect(await countAfter(receiver.deliveries, [0])).toEqual([1]);
  });

  test('one that another process recorded while it still believed the clock to be ahead', async () => {
    const { receiver, companyId } = await openAhead();
    fixture.clock.advanceSeconds(-HOUR_SECONDS);
    await fixture.sendDue();
    fixture.clock.advanceSeconds(HOUR_SECONDS);
    await fixture.record(companyId);
    fixture.clock.advanceSeconds(1 - HOUR_SECONDS);
    expect(await countAfter(receiver.deliveries, [0])).toEqual([1]);
  });

  test('one for which a process looks that has never seen the clock ahead', async () => {
    const { receiver, companyId } = await openAhead();
    await fixture.record(companyId);
    fixture.clock.advanceSeconds(-HOUR_SECONDS);
    const other = fixture.newDispatcher();
    await other.sweep();
    await other.idle();
    expect(receiver.deliveries).toHaveLength(1);
    await other.stop();
  });

  test('one that was sent again by hand while it was ahead, though its endpoint fails and is left alone', async () => {
    const { receiver, companyId, endpointId } = await openAhead();
    fixture.clock.advanceSeconds(-HOUR_SECONDS);
    await fixture.record(companyId);
    await fixture.sendDue();
    const [delivery] = await fixture.listDeliveries();
    fixture.clock.advanceSeconds(HOUR_SECONDS);
    await fixture.sendDue();
    const { db } = fixture.database;
    await reopenDelivery(db, fixture.tenantId, asId(delivery?.delivery_id ?? ''), fixture.clock.now());
    await sql`UPDATE webhook_endpoints SET rests_until = ${fixture.clock.now()}::timestamptz + interval '1 minute'
      WHERE endpoint_id = ${endpointId}`.execute(db);
    fixture.clock.advanceSeconds(-HOUR_SECONDS);
    expect(await countAfter(receiver.deliveries, [0, 60])).toEqual([1, 2]);
  });

  test('everything that was recorded while it was ahead, however little one look goes through', async () => {
    const { companyId } = await openAhead();
    for (let count = 0; count < 5; count += 1) await fixture.record(companyId);
    fixture.clock.advanceSeconds(-HOUR_SECONDS);
    const { db } = fixture.database;
    const now = fixture.clock.now();
    const walk = createSetBackWalk(fixture.clock, 2);
    for (const waiting of [3, 1, 0]) {
      await walk(db);
      const dues = (await fixture.listDeliveries()).map(({ next_attempt_at }) => next_attempt_at);
      expect(dues.filter((due) => due !== null && due > now)).toHaveLength(waiting);
    }
  });
});

describe('once the clock of the database is set back by an hour, a retry (R84)', () => {
  test('of an attempt that failed while it was ahead waits for its pause, and no longer, however often it is looked at', async () => {
    const { receiver, companyId } = await openAhead(fail);
    await fixture.record(companyId);
    await fixture.sendDue();
    fixture.clock.advanceSeconds(-HOUR_SECONDS);
    expect(await countAfter(receiver.deliveries, [0, 2, 2, 1])).toEqual([1, 1, 1, 2]);
    fixture.clock.advanceSeconds(HOUR_SECONDS);
    await fixture.sendDue();
    fixture.clock.advanceSeconds(-HOUR_SECONDS);
    expect(await countAfter(receiver.deliveries, [0, 900, 899, 1])).toEqual([3, 3, 3, 4]);
  });

  test('of an attempt that failed while a look was under way is not taken for one of a clock that was ahead', async () => {
    const { companyId } = await openAhead(fail);
    const { clock, database } = fixture;
    await fixture.record(companyId);
    await fixture.sendDue();
    const [before] = await fixture.listDeliveries();
    // The first reading is of the time before that attempt.
    const times = [-HOUR_SECONDS, 0].map((seconds) => new Date(clock.now().getTime() + seconds * 1_000));
    const late = { now: () => times.shift() ?? clock.now() };
    await createSetBackWalk(late)(database.db);
    expect(await fixture.listDeliveries()).toEqual([before]);
  });

  test('of an attempt that failed before waits as long as it did', async () => {
    const { receiver, companyId } = await openAhead(fail);
    fixture.clock.advanceSeconds(-HOUR_SECONDS);
    await fixture.record(companyId);
    expect(await countAfter(receiver.deliveries, [0, 5])).toEqual([1, 2]);
    fixture.clock.advanceSeconds(60);
    await fixture.sendDue();
    fixture.clock.advanceSeconds(-60);
    expect(await countAfter(receiver.deliveries, [0, 299, 1])).toEqual([2, 2, 3]);
  });
});
