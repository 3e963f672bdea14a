import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { type AttemptFixture, openAttempts, weekOf } from './attempt-fixture.ts';
import { inDays, TENANT } from './partition-fixture.ts';

const FILLED = 20_000;

/** Fills the first week with attempts whose deliveries are gone, as they are when their week is due. */
const fill = ({ pool }: AttemptFixture, start: Date) =>
  pool.query(
    `INSERT INTO delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms)
     SELECT $1, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' ||
       substr(md5(n::text), 4, 15))::uuid, 1, at, 5
     FROM (SELECT n, $2::timestamptz + n * interval '20 s' AS at FROM generate_series(1, ${FILLED}) AS n) AS made`,
    [TENANT, start],
  );

/** Opens a log whose first week is filled and due, with partitions of the present one. */
async function openDue(): Promise<AttemptFixture & { start: Date }> {
  const fixture = await openAttempts();
  await fill(fixture, fixture.start);
  fixture.clock.advanceSeconds(94 * 86_400);
  await fixture.keepPartitions();
  fixture.clock.advanceSeconds(4 * 86_400);
  return fixture;
}

/** What a delivery whose attempt is kept does to its tables, in one transaction. */
async function keepOutcome(client: pg.ClientBase, fixture: AttemptFixture): Promise<void> {
  const { id } = await fixture.plant(fixture.clock.now());
  await client.query('UPDATE deliveries SET attempts = attempts + 1 WHERE delivery_id = $1', [id]);
  await client.query(
    `INSERT INTO delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms) VALUES ($1, $2, 1, now(), 5)`,
    [TENANT, id],
  );
}

describe('a week of attempts that is dropped (S29)', () => {
  test('is emptied beside an open transaction that keeps attempts, and others keep theirs without any wait; it is dropped once that has ended', async () => {
    const fixture = await openDue();
    const writer = await fixture.begin();
    await keepOutcome(writer, fixture);
    const beside = await fixture.begin();
    await beside.query("COMMIT; SET lock_timeout = '1ms'");
    let isRunning = true;
    const running = fixture.keepPartitions().finally(() => {
      isRunning = false;
    });
    let kept = 0;
    // Whatever the job asks for meanwhile, no attempt ever waits for it, not even for a millisecond.
    for (; isRunning; kept += 1) await keepOutcome(beside, fixture);
    await running;
    expect(kept).toBeGreaterThan(0);
    expect((await fixture.attempts()).filter(({ partition }) => partition === weekOf(fixture.start))).toEqual(
      [],
    );
    expect(await fixture.names()).toContain(weekOf(fixture.start));
    await writer.query('COMMIT');
    await fixture.keepPartitions();
    expect(await fixture.names()).not.toContain(weekOf(fixture.start));
    expect(await fixture.attempts()).toHaveLength(kept + 1);
  });

  test('and one that is made locks no delivery: both are done beside an open transaction that writes deliveries', async () => {
    const fixture = await openDue();
    const writer = await fixture.begin();
    await writer.query('LOCK TABLE deliveries IN SHARE ROW EXCLUSIVE MODE');
    fixture.clock.advanceSeconds(14 * 86_400);
    await fixture.keepPartitions();
    expect(await fixture.names()).not.toContain(weekOf(fixture.start));
    expect(await fixture.names()).toContain(weekOf(inDays(fixture.clock.now(), 7)));
  });

  test('is left for half an hour while many of its deliveries are there, whose events may be late', async () => {
    const fixture = await openDue();
    fixture.clock.advanceSeconds(-3.5 * 86_400 + 4_200);
    const { id } = await fixture.plant(fixture.clock.now());
    await fixture.pool.query(
      `INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state)
       SELECT tenant_id, delivery_id, $1, gen_random_uuid(), 'delivered' FROM delivery_attempts LIMIT 5001`,
      [id],
    );
    await fixture.keepPartitions();
    expect(await fixture.attempts()).toHaveLength(FILLED);
    await fixture.pool.query(`DELETE FROM deliveries WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM deliveries WHERE state = 'delivered' LIMIT 4999))`);
    await fixture.keepPartitions();
    expect((await fixture.attempts()).map(({ partition }) => partition)).toEqual([
      'delivery_attempts_default',
      'delivery_attempts_default',
    ]);
    expect(await fixture.names()).not.toContain(weekOf(fixture.start));
  });

  test('loses no attempt of a delivery that somebody sends again while the jobs run', async () => {
    const fixture = await openAttempts();
    const planted = await fixture.plant(inDays(fixture.start, 1));
    await fixture.attempt(planted, 1);
    fixture.clock.advanceSeconds(100 * 86_400);
    const sender = await fixture.begin();
    await sender.query(
      "UPDATE deliveries SET state = 'pending', next_attempt_at = now(), finished_at = NULL",
    );
    const deleting = fixture.keep();
    await expect
      .poll(async () => {
        const { rowCount } = await fixture.pool.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return rowCount;
      })
      .toBe(1);
    await sender.query('COMMIT');
    await deleting;
    expect(await fixture.attempts()).toMatchObject([
      { id: planted.id, partition: 'delivery_attempts_default' },
    ]);
    expect(await fixture.deliveries()).toEqual([planted.id]);
  });
});
