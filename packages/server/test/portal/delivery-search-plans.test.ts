import type { SearchDeliveries } from '@titular/contract';
import { type EndpointId, lowestId } from '@titular/server/kernel/base/id.ts';
import { searchDeliveries } from '@titular/server/webhooks/index.ts';
import { explain, nodesOf, rowsRead } from '@titular/test-kit/explain.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';

/** So many that the planner, left to itself, takes an index for what one page scans. */
const COUNT = 120_000;
const PAGE = 20;
/** Most rows that one statement may read: deliveries that one page scans, the event of each, and the page itself. */
const MOST_ROWS = 2 * 10_000 + 1_000;
/** Comes after every event. */
const NEWEST = lowestId(new Date(1_700_000_000_000 + COUNT + 1));
const ABOUT = '0199a1c2-7a52-7c3e-9d1f-000000000001';
const ENDPOINT = '0199a1c2-7a52-7c3e-9d1f-000000000002' as EndpointId;

let volume: VolumeFixture;

/** One order is the newest of all, one among the oldest; every second delivery is to another endpoint. */
beforeAll(async () => {
  volume = await openVolume();
  const { tenantId, companyId } = volume.owner;
  await volume.filler.query({
    text: `
    INSERT INTO events (tenant_id, event_id, company_id, type, created_at, subject_id, order_number)
    SELECT $1, (lpad(to_hex(1700000000000 + n), 12, '0') || '7' || substr(md5(n::text), 1, 19))::uuid, $2,
      CASE WHEN n <= 30 THEN 'process.failed' ELSE 'process.finished' END, now(),
      CASE WHEN n % 60000 = 0 THEN $3::uuid ELSE gen_random_uuid() END, 'order-' || n
    FROM generate_series(1, ${COUNT}) AS n`,
    values: [tenantId, companyId, ABOUT],
  });
  await volume.filler.query({
    text: `
    INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state, finished_at)
    SELECT tenant_id, event_id, event_id,
      CASE WHEN substr(order_number, 7)::int % 2 = 0 THEN $1::uuid ELSE gen_random_uuid() END,
      CASE WHEN substr(order_number, 7)::int % 10 = 0 THEN 'failed' ELSE 'delivered' END, now()
    FROM events`,
    values: [ENDPOINT],
  });
  await volume.filler.query('VACUUM ANALYZE events, deliveries');
}, 360_000);
afterAll(() => volume.close());

const FILTERS: readonly SearchDeliveries[] = [
  {},
  { state: 'failed' },
  { type: 'process.failed' },
  { transaction: ABOUT },
  { orderNumber: `order-${COUNT}` },
  { orderNumber: 'order-40' },
  { orderNumber: 'order-41' },
  { orderNumber: 'order-40', transaction: ABOUT },
  { orderNumber: 'order-40', state: 'failed', type: 'process.finished', transaction: ABOUT },
];

const search = (db: VolumeFixture['db'], asked: SearchDeliveries) =>
  searchDeliveries({ db, clock: volume.clock }, volume.owner.tenantId, ENDPOINT, asked);

/** What a filter finds, told by a statement that reads everything. */
async function expected({ state, type, transaction, orderNumber }: SearchDeliveries): Promise<string[]> {
  const { rows } = await volume.pool.query({
    text: `SELECT d.delivery_id FROM deliveries d JOIN events e USING (tenant_id, event_id)
      WHERE d.tenant_id = $1 AND d.endpoint_id = $2 AND ($3::text IS NULL OR d.state = $3)
      AND ($4::text IS NULL OR e.type = $4)
      AND (($5::uuid IS NULL AND $6::text IS NULL) OR e.subject_id = $5 OR e.order_number = $6) ORDER BY d.event_id DESC LIMIT ${PAGE}`,
    values: [
      ...[volume.owner.tenantId, ENDPOINT],
      ...[state, type, transaction, orderNumber].map((value) => value ?? null),
    ],
  });
  return rows.map((row) => row.delivery_id);
}

async function findAll(filter: SearchDeliveries): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await search(volume.db, { ...filter, limit: PAGE, ...(cursor ? { cursor } : {}) });
    found.push(...page.deliveries.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== undefined && found.length < PAGE);
  return found.slice(0, PAGE);
}

test('a search of deliveries finds what everything read would find, for every filter (P52)', async () => {
  for (const filter of FILTERS)
    expect(await findAll(filter), JSON.stringify(filter)).toEqual(await expected(filter));
}, 360_000);

test('a search of deliveries reads a bounded number of rows in each statement, by index (P52)', async () => {
  const recorder = volume.record();
  for (const filter of FILTERS.flatMap((one) => [one, { ...one, cursor: NEWEST }])) {
    recorder.statements.length = 0;
    await search(recorder.db, { ...filter, limit: 250 });
    const statements = recorder.statements.filter(({ text }) => / (?:events|deliveries) /.test(text));
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      // As the connections of the portal run it (`isByIndex`).
      const { plan } = await explain(volume.pool, statement, { enable_seqscan: 'off' });
      const about = `${JSON.stringify(filter)}\n${statement.text}`;
      // A claim is looked for by either of two plans, of which one is never run.
      const nodes = nodesOf(plan).filter((node) => node['Actual Loops'] > 0);
      expect(
        nodes.filter((node) => node['Node Type'] === 'Seq Scan'),
        about,
      ).toEqual([]);
      const read = nodes
        .filter((node) => /Scan$/.test(node['Node Type']) && !node.Plans)
        .map((node) => rowsRead(node));
      expect(
        read.reduce((sum, rows) => sum + rows, 0),
        about,
      ).toBeLessThanOrEqual(MOST_ROWS);
    }
  }
}, 360_000);
