import {
  FIRST_PLACE,
  listAttemptsBetween,
  takeSnapshot,
} from '@titular/server/webhooks/deliveries/attempt-tail-store.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fixture, openFixture } from './webhook-fixture.ts';

let fixture: Fixture;
let deliveryId: string;
beforeEach(async () => {
  fixture = await openFixture();
  const companyId = await fixture.newCompany();
  await fixture.register(companyId, 'https://receiver.invalid/');
  await fixture.record(companyId);
  deliveryId = (await fixture.listDeliveries())[0]?.delivery_id ?? '';
});
afterEach(() => fixture.close());

const db = () => fixture.database.db;
const keep = (number: number) =>
  sql`INSERT INTO delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms)
    VALUES (${fixture.tenantId}, ${deliveryId}, ${number}, now(), 1)`;

/** A follower who reads pages of two. */
async function follow() {
  const startedFrom = new Date(Date.now() - 600_000);
  let since = await takeSnapshot(db());
  return async (): Promise<number[]> => {
    const until = await takeSnapshot(db());
    const seen: number[] = [];
    let place = FIRST_PLACE;
    for (;;) {
      const page = await listAttemptsBetween(db(), { since, until, startedFrom }, place, 2);
      seen.push(...page.map((attempt) => attempt.place.number));
      place = page.at(-1)?.place ?? place;
      if (page.length < 2) break;
    }
    since = until;
    return seen;
  };
}

test('a follower of attempts misses none that is committed after later ones, and sees none twice', async () => {
  await keep(1).execute(db());
  const look = await follow();
  expect(await look()).toEqual([]);
  const kept = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const slow = db()
    .transaction()
    .execute(async (trx) => {
      await keep(2).execute(trx);
      kept.resolve();
      await go.promise;
    });
  await kept.promise;
  for (const number of [3, 4, 5]) await keep(number).execute(db());
  expect(await look()).toEqual([3, 4, 5]);
  expect(await look()).toEqual([]);
  go.resolve();
  await slow;
  expect(await look()).toEqual([2]);
  await keep(6).execute(db());
  expect(await look()).toEqual([6]);
  expect(await look()).toEqual([]);
});

test('nor is one told as new that was made long ago on another server, when the counter of this one comes to its place', async () => {
  const look = await follow();
  await sql`INSERT INTO delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms, kept_in)
    VALUES (${fixture.tenantId}, ${deliveryId}, 1, now() - interval '1 day', 1,
      (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 3)::text::xid8)`.execute(db());
  for (const number of [2, 3, 4, 5, 6]) await keep(number).execute(db());
  expect(await look()).toEqual([2, 3, 4, 5, 6]);
});

test('nor does one that is undone hold a follower up', async () => {
  const look = await follow();
  const undone = db()
    .transaction()
    .execute(async (trx) => {
      await keep(1).execute(trx);
      throw new Error('undone');
    });
  await expect(undone).rejects.toThrow('undone');
  await keep(2).execute(db());
  expect(await look()).toEqual([2]);
});

test('a follower sees all attempts of one database transaction, over several pages', async () => {
  const look = await follow();
  await db()
    .transaction()
    .execute(async (trx) => {
      for (const number of [1, 2, 3, 4, 5]) await keep(number).execute(trx);
    });
  expect(await look()).toEqual([1, 2, 3, 4, 5]);
});
