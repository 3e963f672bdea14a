import type { SearchEvents } from '@titular/contract';
import type { CaseScope } from '@titular/server/cases/index.ts';
import { lowestId } from '@titular/server/kernel/base/id.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { searchSeenEvents } from '@titular/server/portal/developers/show-events.ts';
import { explain, nodesOf, rowsRead } from '@titular/test-kit/explain.ts';
import type { Owner } from '@titular/test-kit/fill-volume.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';

/** So many that the planner, left to itself, takes an index for what one page scans. */
const COUNT = 120_000;
const PAGE = 20;
/** Most rows that one statement may read: those that one page scans, and those of the page itself. */
const MOST_ROWS = 10_500;
/** Comes after every event. */
const NEWEST = lowestId(new Date(1_700_000_000_000 + COUNT + 1));
const ABOUT = '0199a1c2-7a52-7c3e-9d1f-000000000001';

let volume: VolumeFixture;
let rare: Owner;

/** One type is rare and old, one company has few events, and two of them are about one process. */
beforeAll(async () => {
  volume = await openVolume();
  rare = await volume.addCompany();
  const { tenantId, companyId } = volume.owner;
  await volume.filler.query({
    text: `
    INSERT INTO events (tenant_id, event_id, company_id, type, created_at, subject_id)
    SELECT $1, (lpad(to_hex(1700000000000 + n), 12, '0') || '7' || substr(md5(n::text), 1, 19))::uuid,
      CASE WHEN n % 12000 = 0 THEN $2::uuid ELSE $3::uuid END,
      CASE WHEN n <= 30 THEN 'process.failed' ELSE 'process.finished' END, now(),
      CASE WHEN n % 60000 = 0 THEN $4::uuid ELSE gen_random_uuid() END
    FROM generate_series(1, ${COUNT}) AS n`,
    values: [tenantId, rare.companyId, companyId, ABOUT],
  });
  await volume.filler.query(`
    INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state, finished_at)
    SELECT tenant_id, event_id, event_id, gen_random_uuid(),
      CASE WHEN position % 5 = 0 THEN 'failed' ELSE 'delivered' END, now()
    FROM events`);
  await volume.filler.query('VACUUM ANALYZE events, deliveries');
}, 360_000);
afterAll(() => volume.close());

const filters = (): SearchEvents[] => [
  {},
  { type: 'process.failed' },
  { type: 'process.finished' },
  { company: rare.companyId },
  { company: rare.companyId, type: 'process.finished' },
  { transaction: ABOUT },
  { transaction: ABOUT, company: rare.companyId },
];

const search = (db: VolumeFixture['db'], asked: SearchEvents, companies: CaseScope['companies'] = 'all') =>
  searchSeenEvents(
    { db, clock: volume.clock, log: createLog('silent'), environment: 'test' },
    { tenantId: volume.owner.tenantId, companies },
    asked,
  );

/** What a filter finds, told by a statement that reads everything. */
async function expected({ type, company, transaction }: SearchEvents): Promise<string[]> {
  const { rows } = await volume.pool.query({
    text: `SELECT event_id FROM events WHERE tenant_id = $1 AND ($2::text IS NULL OR type = $2)
      AND ($3::uuid IS NULL OR company_id = $3) AND ($4::uuid IS NULL OR subject_id = $4)
      ORDER BY event_id DESC LIMIT ${PAGE}`,
    values: [volume.owner.tenantId, ...[type, company, transaction].map((value) => value ?? null)],
  });
  return rows.map((row) => row.event_id);
}

async function findAll(filter: SearchEvents): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await search(volume.db, { ...filter, limit: PAGE, ...(cursor ? { cursor } : {}) });
    found.push(...page.events.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== undefined && found.length < PAGE);
  return found.slice(0, PAGE);
}

test('the log of events finds what everything read would find, for every filter (P52)', async () => {
  for (const filter of filters())
    expect(await findAll(filter), JSON.stringify(filter)).toEqual(await expected(filter));
}, 360_000);

test('the log of events reads a bounded number of rows in each statement, by index (P52)', async () => {
  const recorder = volume.record();
  const asked = filters();
  for (const [at, filter] of [...asked, ...asked].entries()) {
    recorder.statements.length = 0;
    if (at < asked.length) await search(recorder.db, { ...filter, limit: 250 });
    else await search(recorder.db, { ...filter, limit: 250, cursor: NEWEST }, [rare.companyId]);
    const statements = recorder.statements.filter(({ text }) => / (?:events|deliveries) /.test(text));
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      // As the connections of the portal run it (`isByIndex`).
      const { plan } = await explain(volume.pool, statement, { enable_seqscan: 'off' });
      const about = `${JSON.stringify(filter)}\n${statement.text}`;
      const nodes = nodesOf(plan);
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
