import { migrate } from '@titular/server/kernel/database/migrate/migrate.ts';
import { listLastAttempts, takeSnapshot } from '@titular/server/webhooks/deliveries/attempt-tail-store.ts';
import { listAttempts } from '@titular/server/webhooks/deliveries/delivery-log-store.ts';
import {
  deleteOldReceiverAnswers,
  deleteReceiverAnswers,
} from '@titular/server/webhooks/deliveries/erase-answers-store.ts';
import { asId } from '@titular/test-kit';
import { describe, expect, test } from 'vitest';
import { goBackTo } from '../earlier-schema.ts';
import { attachFirst } from './attach-first.ts';
import { type AttemptFixture, weekStart, withAttempts } from './attempt-fixture.ts';
import { addTenant, inDays, openPartitions, TENANT } from './partition-fixture.ts';

/** The last migration before attempts have partitions. */
const BEFORE = 80;
const FILLED = 20_000;
const FIRST = 'delivery_attempts_before';

/** How the release before forgets responses after 30 days: by the places of rows, which are one of each partition. */
const forgetAsBefore = ({ pool }: AttemptFixture, before: Date) =>
  pool.query(
    `UPDATE delivery_attempts SET response_excerpt = NULL WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM delivery_attempts
      WHERE started_at < $1 AND response_excerpt IS NOT NULL ORDER BY started_at LIMIT 2000
    ))`,
    [before],
  );

/** How the release before deletes an event with its delivery and attempts. */
async function deleteAsBefore({ pool }: AttemptFixture, eventId: string): Promise<void> {
  await pool.query(
    `DELETE FROM delivery_attempts t USING deliveries d WHERE d.tenant_id = $1 AND d.event_id = ANY ($2::uuid[])
      AND t.tenant_id = d.tenant_id AND t.delivery_id = d.delivery_id`,
    [TENANT, [eventId]],
  );
  await pool.query('DELETE FROM deliveries WHERE tenant_id = $1 AND event_id = ANY ($2::uuid[])', [
    TENANT,
    [eventId],
  ]);
}

/** Deliveries of the last 80 days, each with an attempt. */
const fill = ({ pool }: AttemptFixture, now: Date) =>
  pool.query({
    text: `WITH filled AS (
        INSERT INTO events (tenant_id, event_id, company_id, type, transaction_id, created_at)
        SELECT $1, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' ||
          substr(md5(n::text), 4, 15))::uuid, gen_random_uuid(), 'transaction.finished', gen_random_uuid(), at
        FROM (SELECT n, $2::timestamptz - n * interval '345 s' AS at FROM generate_series(1, ${FILLED}) AS n) AS made
        RETURNING event_id, created_at
      ), sent AS (
        INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state, attempts)
        SELECT $1, event_id, event_id, gen_random_uuid(), 'delivered', 1 FROM filled RETURNING delivery_id
      ) INSERT INTO delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms)
        SELECT $1, event_id, 1, created_at, 5 FROM filled`,
    values: [TENANT, now],
  });

/** The files of the attempts and their indexes, by what they are. */
const filesOf = async ({ pool }: AttemptFixture, table: string): Promise<unknown> =>
  (
    await pool.query(
      `SELECT relfilenode FROM pg_class WHERE oid = $1::regclass
       UNION SELECT c.relfilenode FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = $1::regclass ORDER BY 1`,
      [table],
    )
  ).rows;

/** A log of webhooks of the release before, in use. */
async function openEarlier(): Promise<AttemptFixture> {
  const fixture = await openPartitions(new Date());
  await goBackTo(fixture.pool, BEFORE);
  await addTenant(fixture);
  await fixture.pool.query(
    `INSERT INTO deployment (environment, master_key_id, master_key_check) VALUES ('test', 'k', '')`,
  );
  return withAttempts(fixture);
}

describe('filled attempts of the release before (S29)', () => {
  test('become the first partition without being copied, while that release keeps, reads, erases, forgets and deletes', async () => {
    const fixture = await openEarlier();
    const { db } = fixture;
    const now = fixture.clock.now();
    await fill(fixture, now);
    const files = await filesOf(fixture, 'delivery_attempts');
    let isRunning = true;
    const migrating = migrate(fixture.connectionString).finally(() => {
      isRunning = false;
    });
    let kept = 0;
    const workOnce = async (): Promise<void> => {
      const [one, other] = [await fixture.plant(now), await fixture.plant(now)];
      for (const planted of [one, other]) await fixture.attempt(planted, 1, { response: 'x' });
      expect(await listAttempts(db, asId(TENANT), asId(one.id), 9)).toMatchObject([{ response: 'x' }]);
      expect(await deleteReceiverAnswers(db, asId(TENANT), [one.transactionId])).toBe(1);
      expect(await listLastAttempts(db, await takeSnapshot(db), 3)).toHaveLength(3);
      expect((await forgetAsBefore(fixture, inDays(now, -30))).rowCount).toBe(0);
      await deleteAsBefore(fixture, other.id);
      kept += 1;
    };
    while (isRunning) await workOnce();
    await migrating;
    for (let after = 0; after < 5; after += 1) await workOnce();
    expect(await filesOf(fixture, FIRST)).toEqual(files);
    const attempts = await fixture.attempts();
    expect(attempts).toHaveLength(FILLED + kept);
    expect(attempts.filter(({ response }) => response !== null)).toEqual([]);
    expect(new Set(attempts.map(({ partition }) => partition))).toEqual(new Set([FIRST]));
    const { rows: invalid } = await fixture.pool.query('SELECT FROM pg_index WHERE NOT indisvalid');
    expect(invalid).toEqual([]);
  });

  test('are not read under the lock of the commit that attaches them: the constraint that was validated before proves their bound', async () => {
    const fixture = await openEarlier();
    await fill(fixture, fixture.clock.now());
    const { notices, indexes } = await attachFirst(await fixture.begin(), BEFORE, FIRST);
    expect(notices).toContainEqual(expect.stringContaining(`"${FIRST}" is implied by existing constraints`));
    // No index was built either: those of the table are attached.
    expect(indexes).toHaveLength(3);
    expect(indexes.filter((name) => name.startsWith(FIRST))).toEqual([]);
  });

  test('take attempts for eight days more, go with their events, and are dropped once all of them are due', async () => {
    const fixture = await openEarlier();
    await fill(fixture, fixture.clock.now());
    await migrate(fixture.connectionString);
    await fixture.keep();
    expect(await fixture.names()).toEqual([FIRST, 'delivery_attempts_default']);
    const last = await fixture.plant(inDays(fixture.clock.now(), 7.9));
    await fixture.attempt(last, 1);
    expect((await fixture.attempts()).at(-1)).toMatchObject({ id: last.id, partition: FIRST });
    fixture.clock.advanceSeconds(50 * 86_400);
    await fixture.keep();
    const deliveries = await fixture.deliveries();
    expect(deliveries.length).toBeLessThan(FILLED);
    expect((await fixture.attempts()).map(({ id }) => id)).toEqual(deliveries);
    fixture.clock.advanceSeconds(57 * 86_400);
    await fixture.keep();
    expect(await fixture.names()).not.toContain(FIRST);
    expect(await fixture.attempts()).toEqual([]);
  });

  test('are not there in a new database, whose first week has a partition of its own', async () => {
    const fixture = withAttempts(await openPartitions(new Date()));
    await fixture.keep();
    await fixture.attempt(await fixture.plant(fixture.clock.now()), 1);
    expect((await fixture.attempts())[0]?.partition).not.toMatch(/before|default/);
  });
});

describe('a release before that forgets responses by place (S29)', () => {
  test('forgets those that are due, and no others in any partition; this release forgets and erases as it is asked', async () => {
    const fixture = withAttempts(await openPartitions(new Date()));
    const { db } = fixture;
    const now = new Date();
    await fixture.keep();
    const weeks = [-12, -6, 0, 1].map((place) => inDays(weekStart(now), place * 7 + 0.5));
    // The first places of every partition, so that each place of a due row is one of an undue row as well.
    for (const at of weeks)
      for (let place = 0; place < 3; place += 1)
        await fixture.attempt(await fixture.plant(at), 1, { response: 'x' });
    const due = inDays(now, -30);
    const isYoung = `started_at >= now() - interval '30 days'`;
    const countWith = async (which: string): Promise<number> =>
      Number(
        (
          await fixture.pool.query(
            `SELECT count(*) FROM delivery_attempts WHERE response_excerpt IS NOT NULL AND ${which}`,
          )
        ).rows[0].count,
      );
    for (let again = 0; again < 3; again += 1) await forgetAsBefore(fixture, due);
    expect([await countWith('true'), await countWith(isYoung)]).toEqual([6, 6]);
    const young = await fixture.plant(weeks[2] ?? now);
    await fixture.attempt(young, 1, { response: 'x' });
    expect(await deleteReceiverAnswers(db, asId(TENANT), [young.transactionId])).toBe(1);
    expect(await deleteOldReceiverAnswers(db, inDays(now, 2), 2)).toBe(2);
    expect(await countWith('true')).toBeLessThan(6);
  });
});
