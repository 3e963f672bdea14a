import { randomUUID } from 'node:crypto';
import { lowestId } from '@titular/server/kernel/base/id.ts';
import { migrate } from '@titular/server/kernel/database/migrate/migrate.ts';
import { listCalls, redactCalls } from '@titular/server/request-log/api-call-store.ts';
import { asId } from '@titular/test-kit';
import { describe, expect, test } from 'vitest';
import { goBackTo } from '../earlier-schema.ts';
import { attachFirst } from './attach-first.ts';
import {
  addTenant,
  callAt,
  dayOf,
  inDays,
  insert,
  midnight,
  openPartitions,
  type PartitionFixture,
  TENANT,
} from './partition-fixture.ts';

/** The last migration before the log of calls has partitions. */
const BEFORE = 74;
const FILLED = 20_000;

const NONE = {
  ...{ requestId: undefined, transactionId: undefined, processId: undefined, order: undefined },
};
const ALL = { ...NONE, account: undefined, operation: undefined, status: undefined, code: undefined };
const EVERY = { ...ALL, from: undefined, before: undefined, beforeId: undefined };

/** How the release before deletes what is older than 14 days: by the places of rows, which are one of each partition. */
const deleteAsBefore = ({ pool }: PartitionFixture, before: Date) =>
  pool.query(
    `DELETE FROM api_calls WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM api_calls
      WHERE at < $1 AND NOT EXISTS (SELECT FROM legal_holds h
        WHERE h.tenant_id = "api_calls"."tenant_id" AND h.subject_id = "api_calls"."transaction_id")
        AND NOT EXISTS (SELECT FROM legal_holds h
        WHERE h.tenant_id = "api_calls"."tenant_id" AND h.subject_id = "api_calls"."process_id")
      ORDER BY at LIMIT 5000
    ))`,
    [before],
  );

/** Calls of the last 13 days, some with what is erased and some with what is not. */
const fill = ({ pool }: PartitionFixture, now: Date) =>
  pool.query(
    `INSERT INTO api_calls (tenant_id, call_id, at, account, operation, method, path, status, duration_ms, source_address,
       transaction_id, request)
     SELECT $1, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' ||
       substr(md5(n::text), 4, 15))::uuid, at, 'shop', 'filled', 'GET', '/', 200, 1, 'a', gen_random_uuid(), '{"a": 1}'
     FROM (SELECT n, $2::timestamptz - n * interval '56 s' AS at FROM generate_series(1, ${FILLED}) AS n) AS made`,
    [TENANT, now],
  );

/** The files of the log and its indexes, by what they are. */
const filesOf = async ({ pool }: PartitionFixture, table: string): Promise<unknown> =>
  (
    await pool.query(
      `SELECT relfilenode FROM pg_class WHERE oid = $1::regclass
       UNION SELECT c.relfilenode FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = $1::regclass ORDER BY 1`,
      [table],
    )
  ).rows;

/** A log of calls of the release before, in use. */
async function openEarlier(): Promise<PartitionFixture> {
  const fixture = await openPartitions();
  await goBackTo(fixture.pool, BEFORE);
  await addTenant(fixture);
  await fixture.pool.query(
    `INSERT INTO deployment (environment, master_key_id, master_key_check) VALUES ('test', 'k', '')`,
  );
  return fixture;
}

describe('a filled log of calls of the release before (S29)', () => {
  test('becomes the first partition without being copied, while that release writes, reads, erases and deletes', async () => {
    const fixture = await openEarlier();
    const now = fixture.clock.now();
    await fill(fixture, now);
    const files = await filesOf(fixture, 'api_calls');
    let isRunning = true;
    const migrating = migrate(fixture.connectionString).finally(() => {
      isRunning = false;
    });
    let written = 0;
    const erased: string[] = [];
    const workOnce = async (): Promise<void> => {
      const transactionId = randomUUID();
      await insert(fixture, callAt(now, { transactionId: asId(transactionId) }), callAt(now));
      written += 2;
      expect(await redactCalls(fixture.db, asId(TENANT), [transactionId])).toBe(1);
      erased.push(transactionId);
      expect(await listCalls(fixture.db, asId(TENANT), EVERY, 10)).toHaveLength(10);
      expect((await deleteAsBefore(fixture, inDays(now, -14))).rowCount).toBe(0);
    };
    while (isRunning) await workOnce();
    await migrating;
    for (let after = 0; after < 5; after += 1) await workOnce();
    expect(await filesOf(fixture, 'api_calls_before')).toEqual(files);
    const rows = await fixture.rows();
    expect(rows).toHaveLength(FILLED + written);
    expect(rows.filter(({ row }) => row.includes('"request":null'))).toHaveLength(erased.length);
    expect(new Set(rows.map(({ partition }) => partition))).toEqual(new Set(['api_calls_before']));
    const { rows: invalid } = await fixture.pool.query('SELECT FROM pg_index WHERE NOT indisvalid');
    expect(invalid).toEqual([]);
  });

  test('is not read under the lock of the commit that attaches it: the constraint that was validated before proves its bound', async () => {
    const fixture = await openEarlier();
    await fill(fixture, fixture.clock.now());
    const { notices, indexes } = await attachFirst(await fixture.begin(), BEFORE, 'api_calls_before');
    expect(notices).toContainEqual(
      expect.stringContaining(`"api_calls_before" is implied by existing constraints`),
    );
    // No index was built either: those of the table are attached.
    expect(indexes).toHaveLength(6);
    expect(indexes.filter((name) => name.startsWith('api_calls_before'))).toEqual([]);
  });

  test('takes calls for seven days more, is emptied row by row, and is dropped once all of it is due', async () => {
    const fixture = await openEarlier();
    const now = fixture.clock.now();
    await fill(fixture, now);
    await migrate(fixture.connectionString);
    const bound = inDays(midnight(now), 8);
    await fixture.keep();
    expect(await fixture.names()).toEqual(['api_calls_before', 'api_calls_default']);
    fixture.clock.advanceSeconds(86_400);
    await fixture.keep();
    expect(await fixture.names()).toEqual(['api_calls_before', dayOf(bound), 'api_calls_default']);
    await insert(fixture, callAt(inDays(bound, -0.5)), callAt(inDays(bound, 0.5)));
    expect((await fixture.rows()).slice(-2).map(({ partition }) => partition)).toEqual([
      'api_calls_before',
      dayOf(bound),
    ]);
    fixture.clock.advanceSeconds(8 * 86_400);
    await fixture.keep();
    const left = (await fixture.rows()).map(({ at }) => at);
    expect(left.length).toBeLessThan(FILLED);
    expect(left.every((at) => at >= inDays(fixture.clock.now(), -14))).toBe(true);
    fixture.clock.advanceSeconds(14 * 86_400);
    await fixture.keep();
    expect(await fixture.names()).not.toContain('api_calls_before');
    expect(await fixture.rows()).toEqual([]);
  });

  test('is not there in a new database, whose first day has a partition of its own', async () => {
    const fixture = await openPartitions();
    await fixture.keep();
    await insert(fixture, callAt(fixture.clock.now()));
    expect((await fixture.rows()).map(({ partition }) => partition)).toEqual([dayOf(fixture.clock.now())]);
  });

  test('a release before that deletes by place takes what is due, and nothing else in any partition', async () => {
    const fixture = await openPartitions();
    const now = new Date();
    const held = randomUUID();
    await fixture.hold(held);
    await fixture.keep();
    const days = [-20, -16, -1, 0, 1, 2].map((day) => inDays(midnight(now), day + 0.5));
    // The first places of every partition, so that each place of a due row is one of an undue row as well.
    for (const at of days)
      await insert(
        fixture,
        ...[1, 2, 3].map((place) => callAt(at, place === 1 ? { transactionId: asId(held) } : {})),
      );
    await fixture.pool.query(
      'UPDATE api_calls SET call_id = $1 WHERE at = $2 AND transaction_id IS NOT NULL',
      [lowestId(inDays(now, 40)), days[0]],
    );
    const isDue = (at: Date): boolean => at < inDays(now, -14);
    const kept = (await fixture.rows()).filter(({ at, row }) => !isDue(at) || row.includes(held));
    for (let again = 0; again < 3; again += 1) await deleteAsBefore(fixture, inDays(now, -14));
    expect(await fixture.rows()).toEqual(kept);
  });
});
