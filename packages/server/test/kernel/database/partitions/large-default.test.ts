import { connect } from '@titular/server/kernel/database/connect.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  callAt,
  dayOf,
  inDays,
  insert,
  midnight,
  openPartitions,
  type PartitionFixture,
  TENANT,
} from './partition-fixture.ts';

const ROWS = 40_000;
const IMPLIED = /default partition "api_calls_default" is implied by existing constraints/;

/** Fills the default partition with some 70 MB of calls of one day, as a log does whose job did not run. */
const fill = ({ pool }: PartitionFixture, from: Date) =>
  pool.query(
    `INSERT INTO api_calls (tenant_id, call_id, at, account, operation, method, path, status, duration_ms, source_address)
     SELECT $1, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' ||
       substr(md5(n::text), 4, 15))::uuid, at, 'shop', 'o', 'GET', repeat('x', 1700), 200, 1, 'a'
     FROM (SELECT n, $2::timestamptz + n * interval '100 ms' AS at FROM generate_series(1, ${ROWS}) AS n) AS made`,
    [TENANT, from],
  );

/** A default partition with many rows of today, and what the database said to the job's connections. */
async function openLarge() {
  const start = midnight(new Date());
  const fixture = await openPartitions(inDays(start, 0.5));
  await fill(fixture, inDays(start, 0.1));
  await fixture.pool.query(`DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET client_min_messages = debug1', current_database()); END $$`);
  const job = connect(fixture.connectionString, 2, () => undefined);
  onTestFinished(() => job.close());
  const notices: string[] = [];
  job.pool.on('connect', (client) => client.on('notice', ({ message = '' }) => void notices.push(message)));
  return { fixture, job, notices, start };
}

const constraintsOf = async ({ pool }: PartitionFixture): Promise<string[]> =>
  (
    await pool.query(
      "SELECT conname FROM pg_constraint WHERE conrelid = 'api_calls_default'::regclass AND contype = 'c'",
    )
  ).rows;

describe('a default partition with many rows (S29)', () => {
  test('is not read under a lock: days from the day after tomorrow on get a partition, calls are written meanwhile, and its rows go when they are due', async () => {
    const { fixture, job, notices, start } = await openLarge();
    let isRunning = true;
    const running = fixture.keep(job).finally(() => {
      isRunning = false;
    });
    let more = 0;
    for (; isRunning; more += 1)
      await insert(fixture, callAt(inDays(start, 0.5)), callAt(inDays(start, 1.5)));
    await running;
    const ahead = [2, 3, 4, 5, 6, 7].map((day) => dayOf(inDays(start, day)));
    expect(await fixture.names()).toEqual(['api_calls_before', ...ahead, 'api_calls_default']);
    expect(notices.filter((notice) => IMPLIED.test(notice))).toHaveLength(ahead.length);
    expect(await constraintsOf(fixture)).toEqual([]);
    expect((await fixture.rows()).length).toBe(ROWS + 2 * more);
    fixture.clock.advanceSeconds(16 * 86_400);
    await fixture.keep(job);
    expect(await fixture.rows()).toEqual([]);
    expect(await fixture.names()).toContain(dayOf(inDays(start, 23)));
  });

  test('takes every row again after a process that died while days were refused to it', async () => {
    const { fixture, job, start } = await openLarge();
    const later = callAt(inDays(start, 9));
    await fixture.pool.query(
      `ALTER TABLE api_calls_default ADD CONSTRAINT has_no_row_ahead CHECK (call_id < '${later.requestId}') NOT VALID`,
    );
    await expect(insert(fixture, later)).rejects.toThrow('has_no_row_ahead');
    await fixture.keep(job);
    expect(await constraintsOf(fixture)).toEqual([]);
    await insert(fixture, later);
  });
});
