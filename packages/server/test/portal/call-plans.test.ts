import type { CountRefusals, SearchCalls } from '@titular/contract';
import { addSeconds } from '@titular/server/kernel/base/clock.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { preparePartitions } from '@titular/server/kernel/database/partitions/keep-partitions.ts';
import { apiCalls } from '@titular/server/kernel/database/partitions/partitioned-tables.ts';
import { countRefusals, readCallTimes, searchNewestCalls } from '@titular/server/request-log/index.ts';
import { explain, nodesOf, rowsRead } from '@titular/test-kit/explain.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';

const DAY_SECONDS = 86_400;
const DAYS = 10;
/** Of each of two tenants. */
const COUNT = 120_000;
const PAGE = 20;
/** Most rows that one statement of a list may read: those that one page scans, and those of the page itself. */
const MAX_LISTED = 10_500;
/** Most rows that one count sums, and what each statement of it may read beside them: an index step for each code and partition. */
const MAX_COUNTED = 5_000;
const MAX_BESIDE = 200;
/** Most blocks that one count may touch here, where about five rows of a code share one. */
const MAX_BLOCKS = 1_500;

let volume: VolumeFixture;
let startMs: number;

/** Calls over ten days: every fifth is refused; one code, one account and one operation are rare and old. */
beforeAll(async () => {
  volume = await openVolume();
  const now = volume.clock.now();
  startMs = now.getTime() - DAYS * DAY_SECONDS * 1_000;
  const { db, pool } = volume;
  for (const days of [DAYS, DAYS / 2, 0])
    await preparePartitions(
      { db, pool, log: createLog('silent'), clock: { now: () => addSeconds(now, -days * DAY_SECONDS) } },
      apiCalls,
    );
  await volume.filler.query({
    text: `
    INSERT INTO api_calls (tenant_id, call_id, at, account, operation, method, path, status, code, duration_ms, source_address)
    SELECT tenant, (lpad(to_hex(ms::bigint), 12, '0') || '7abc8' || substr(md5(tenant::text || n), 1, 15))::uuid,
      to_timestamp(ms / 1000.0) + interval '50 ms',
      CASE WHEN n BETWEEN 100 AND 130 THEN 'rare' ELSE 'shop' END,
      CASE WHEN n BETWEEN 200 AND 230 THEN 'readLimits' ELSE 'createTransaction' END, 'POST', '/',
      CASE WHEN n % 5 = 0 THEN 400 ELSE 200 END,
      CASE WHEN n % 5 <> 0 THEN NULL WHEN n < 200 THEN '40001' WHEN n % 10 = 0 THEN '40002' ELSE '40027' END, 5, '127.0.0.1'
    FROM unnest(ARRAY[$1::uuid, gen_random_uuid()]) AS tenant, generate_series(1, ${COUNT}) AS n,
      LATERAL (SELECT $2::bigint + n * ${(DAYS * DAY_SECONDS * 1_000) / COUNT}::bigint AS ms) AS made`,
    values: [volume.owner.tenantId, startMs],
  });
  await volume.filler.query('VACUUM ANALYZE api_calls');
}, 720_000);
afterAll(() => volume?.close());

const dayOf = (day: number): string => new Date(startMs + day * DAY_SECONDS * 1_000).toISOString();

const filters = (): SearchCalls[] => [
  {},
  { code: '40002' },
  { code: '40001' },
  { code: '40027', account: 'rare' },
  { account: 'rare' },
  { operation: 'readLimits' },
  { operation: 'readLimits', code: '40002' },
  { status: '4xx' },
  { status: '5xx' },
  { from: dayOf(2), before: dayOf(3) },
  { from: dayOf(2), before: dayOf(3), code: '40002', status: '4xx' },
];

/** What a filter finds, told by a statement that reads everything. */
async function expected({ account, operation, code, status, from, before }: SearchCalls): Promise<string[]> {
  const { rows } = await volume.pool.query({
    text: `SELECT call_id FROM api_calls WHERE tenant_id = $1 AND ($2::text IS NULL OR account = $2)
      AND ($3::text IS NULL OR operation = $3) AND ($4::text IS NULL OR code = $4)
      AND ($5::text IS NULL OR left(status::text, 1) = left($5, 1))
      AND ($6::timestamptz IS NULL OR at >= $6) AND ($7::timestamptz IS NULL OR at < $7)
      ORDER BY call_id DESC LIMIT ${PAGE}`,
    values: [
      volume.owner.tenantId,
      ...[account, operation, code, status, from, before].map((value) => value ?? null),
    ],
  });
  return rows.map((row) => row.call_id);
}

async function findAll(filter: SearchCalls): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const asked = { ...filter, limit: PAGE, ...(cursor ? { cursor } : {}) };
    const page = await searchNewestCalls(volume.db, volume.owner.tenantId, asked);
    found.push(...page.calls.map(({ requestId }) => requestId));
    cursor = page.nextCursor;
  } while (cursor !== undefined && found.length < PAGE);
  return found.slice(0, PAGE);
}

test('the list of calls finds what everything read would find, for every filter (P52)', async () => {
  for (const filter of filters())
    expect(await findAll(filter), JSON.stringify(filter)).toEqual(await expected(filter));
}, 360_000);

type Recorder = ReturnType<VolumeFixture['record']>;

/** As the statements run, in a transaction that plans by index order. */
const SETTINGS = { enable_seqscan: 'off', enable_bitmapscan: 'off', enable_sort: 'off' };

/** Reads the plans of what was recorded. */
async function requireBounded({ statements }: Recorder, maxRows: number, about: string): Promise<void> {
  const asked = statements.filter(({ text }) => /\bapi_calls\b/.test(text));
  expect(asked.length).toBeGreaterThan(0);
  for (const statement of asked) {
    const { plan } = await explain(volume.pool, statement, SETTINGS);
    const scans = nodesOf(plan).filter((node) => /Scan$/.test(node['Node Type']) && !node.Plans);
    const calls = scans.filter((node) => !/CTE|WorkTable|Function/.test(node['Node Type']));
    const where = `${about}\n${statement.text}`;
    expect(
      calls.filter((node) => node['Node Type'] === 'Seq Scan'),
      where,
    ).toEqual([]);
    const read = calls.reduce((sum, node) => sum + rowsRead(node), 0);
    expect(read, where).toBeLessThanOrEqual(maxRows);
  }
}

test(`the list of calls reads a bounded number of ${2 * COUNT} in each statement, by index (P52, P53)`, async () => {
  const recorder = volume.record();
  for (const filter of filters()) {
    recorder.statements.length = 0;
    await searchNewestCalls(recorder.db, volume.owner.tenantId, { ...filter, limit: PAGE });
    await requireBounded(recorder, MAX_LISTED, JSON.stringify(filter));
  }
}, 360_000);

test('refusals are counted from 5,000 rows and 1,500 blocks at most, by index, whatever the time (P53)', async () => {
  const recorder = volume.record();
  const spans: CountRefusals[] = [{}, { from: dayOf(9) }, { from: dayOf(2), before: dayOf(4) }];
  for (const span of spans) {
    recorder.statements.length = 0;
    const { causes } = await countRefusals(recorder.db, volume.owner.tenantId, span);
    const counted = causes.reduce((sum, { rows }) => sum + rows, 0);
    expect(counted).toBeLessThanOrEqual(MAX_COUNTED);
    const open = causes.filter(({ isMore }) => isMore);
    if (open.length > 0) expect(counted).toBeGreaterThan(MAX_COUNTED - open.length);
    await requireBounded(recorder, MAX_COUNTED + MAX_BESIDE, JSON.stringify(span));
    let blocks = 0;
    for (const statement of recorder.statements.filter(({ text }) => /\bapi_calls\b/.test(text)))
      blocks += (await explain(volume.pool, statement, SETTINGS)).buffers;
    console.info(`${blocks} blocks for ${counted} rows`);
    expect(blocks).toBeLessThanOrEqual(MAX_BLOCKS);
  }
}, 360_000);

test('times of calls are read from 5,000 rows at most, by index, whatever the time (P53)', async () => {
  const recorder = volume.record();
  const first = await readCallTimes(recorder.db, volume.owner.tenantId, {});
  expect(first.slots).toHaveLength(MAX_COUNTED);
  await requireBounded(recorder, MAX_COUNTED + MAX_BESIDE, 'the newest');
  for (const asked of [{ cursor: first.nextCursor ?? '' }, { from: dayOf(2), before: dayOf(4) }]) {
    recorder.statements.length = 0;
    await readCallTimes(recorder.db, volume.owner.tenantId, asked);
    await requireBounded(recorder, MAX_COUNTED + MAX_BESIDE, JSON.stringify(asked));
  }
}, 360_000);
