import { randomUUID } from 'node:crypto';
import { partitionGauge } from '@titular/server/kernel/database/partitions/partition-gauge.ts';
import { listCalls, redactCalls, redactCallsOfOrders } from '@titular/server/request-log/api-call-store.ts';
import { asId } from '@titular/test-kit';
import { describe, expect, test } from 'vitest';
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

/** What the gauge shows. */
async function daysAhead(fixture: PartitionFixture): Promise<unknown> {
  const gauge = partitionGauge(fixture);
  await gauge.readFrom(fixture.db);
  const { values } = await gauge.prom.get();
  return values.filter(({ labels }) => labels['table'] === 'api_calls').map(({ value }) => value);
}

/** Fills the default partition with calls of one day, as many a second as there are seconds. */
const fill = (fixture: PartitionFixture, from: Date, count: number) =>
  fixture.pool.query(
    `INSERT INTO api_calls (tenant_id, call_id, at, account, operation, method, path, status, duration_ms, source_address)
     SELECT $1, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' ||
       substr(md5(n::text), 4, 15))::uuid, at, 'shop', 'o', 'GET', '/', 200, 1, 'a'
     FROM (SELECT n, $2::timestamptz + n * interval '1 ms' AS at FROM generate_series(1, $3::integer) AS n) AS made`,
    [TENANT, from, count],
  );

const NONE = {
  ...{ requestId: undefined, transactionId: undefined, processId: undefined, order: undefined },
};
const ALL = { ...NONE, account: undefined, operation: undefined, status: undefined, code: undefined };
const EVERY = { ...ALL, from: undefined, before: undefined, beforeId: undefined };

describe('calls whose day has no partition (S29)', () => {
  test('are written, found and erased in the default one; a gauge tells, a line of the log, and the job moves them to their day', async () => {
    const fixture = await openPartitions(new Date());
    const now = fixture.clock.now();
    expect(await daysAhead(fixture)).toEqual([0]);
    const calls = [callAt(now), callAt(inDays(now, -1)), callAt(inDays(now, 3))];
    await insert(fixture, ...calls);
    expect((await fixture.rows()).map(({ partition }) => partition)).toEqual([
      'api_calls_before',
      'api_calls_default',
      'api_calls_default',
    ]);
    expect(await listCalls(fixture.db, asId(TENANT), EVERY, 10)).toHaveLength(3);
    await fixture.keep();
    expect(fixture.logged).toMatchObject([{ level: 40, table: 'api_calls', rows: 2 }]);
    const places = (await fixture.rows()).map(({ partition, at }) => [partition.slice(0, 18), at]);
    expect(places).toEqual([
      ['api_calls_before', inDays(now, -1)],
      [dayOf(now), now],
      [dayOf(inDays(now, 3)), inDays(now, 3)],
    ]);
    expect(await daysAhead(fixture)).toEqual([8]);
    await fixture.keep();
    expect(fixture.logged).toHaveLength(1);
  });

  test('are moved in bounded commits, those of today while more come, and none is lost or twice there', async () => {
    const start = new Date(midnight(new Date()).getTime() + 12 * 3_600_000);
    const fixture = await openPartitions(start);
    await fill(fixture, start, 9_000);
    const before = (await fixture.rows()).map(({ row }) => row);
    let isRunning = true;
    const running = fixture.keep().finally(() => {
      isRunning = false;
    });
    let more = 0;
    for (; isRunning; more += 1) await insert(fixture, callAt(inDays(start, 0.1)));
    await running;
    await fixture.keep();
    const rows = await fixture.rows();
    expect(rows).toHaveLength(before.length + more);
    expect(rows.filter(({ partition }) => !partition.startsWith(dayOf(start)))).toEqual([]);
    expect(rows.map(({ row }) => row).filter((row) => !row.includes('createTransaction'))).toEqual(before);
    const slices = new Set(rows.map(({ partition }) => partition));
    expect(slices.size).toBeGreaterThanOrEqual(3);
    fixture.clock.advanceSeconds(15 * 86_400);
    await fixture.keep();
    expect(await fixture.rows()).toEqual([]);
    for (const slice of slices) expect(await fixture.names()).not.toContain(slice);
  });

  test('are erased wherever they are: in the first, the default and the partition of a day', async () => {
    const fixture = await openPartitions(midnight(new Date()));
    const now = fixture.clock.now();
    await fixture.keep();
    const id = randomUUID();
    const about = { transactionId: asId(id) };
    const times = [inDays(now, -1), inDays(now, 0.5), inDays(now, 1.5), inDays(now, 30)];
    await insert(fixture, ...times.map((at) => callAt(at, about)), ...times.map((at) => callAt(at)));
    expect(new Set((await fixture.rows()).map(({ partition }) => partition)).size).toBe(4);
    expect(await redactCalls(fixture.db, asId(TENANT), [id])).toBe(4);
    expect((await fixture.rows()).filter(({ row }) => row.includes('"request":null'))).toHaveLength(4);
    expect(await redactCallsOfOrders(fixture.db, asId(TENANT), [Buffer.from('order')])).toBe(4);
    expect((await fixture.rows()).filter(({ row }) => row.includes('"request":null'))).toHaveLength(8);
  });
});
