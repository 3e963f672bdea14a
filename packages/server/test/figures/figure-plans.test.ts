import { stepFigures } from '@titular/server/figures/fold-figures.ts';
import { readFigures } from '@titular/server/figures/index.ts';
import { explain, nodesOf, type PlanNode, rowsRead } from '@titular/test-kit/explain.ts';
import { addTransactions } from '@titular/test-kit/fill-volume.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';

const COUNT = 200_000;
const NEWS = 60;
const OPEN = 40;
/** Rows that one run may read for each end that it counts: the event, the transaction, and what is looked up about it. */
const ROWS_EACH = 12;
const DAYS = 90;
const CELLS_AN_HOUR = 40;

let volume: VolumeFixture;

/** Transactions that ended long ago with their events, all counted; then a few ends and a few under way. */
beforeAll(async () => {
  volume = await openVolume();
  const { filler, owner } = volume;
  const at = "now() - n * interval '30 seconds'";
  const times = { createdAt: at, finishedAt: at, expiresAt: at };
  await addTransactions(filler, owner, { ...times, count: COUNT, status: "'approved'", salt: 0 });
  const addEvents = (salt: number) =>
    filler.query({
      text: `INSERT INTO events (tenant_id, event_id, company_id, transaction_id, type, sequence, status, created_at)
        SELECT tenant_id, gen_random_uuid(), company_id, transaction_id, 'transaction.finished', 1, status, created_at
        FROM transactions t WHERE finished_at IS NOT NULL AND (status = 'canceled') = $1`,
      values: [salt > 0],
    });
  await addEvents(0);
  await filler.query({
    text: `INSERT INTO figure_progress (tenant_id, phase, position, built_to)
      SELECT $1, 'ready', max(position), gen_random_uuid() FROM events`,
    values: [owner.tenantId],
  });
  await addTransactions(filler, owner, { ...times, count: NEWS, status: "'canceled'", salt: 1_000_000 });
  await addEvents(1);
  const open = { ...times, finishedAt: 'NULL::timestamptz', status: "'waiting'", salt: 2_000_000 };
  await addTransactions(filler, owner, { ...open, count: OPEN });
  await filler.query(`INSERT INTO transaction_history (tenant_id, transaction_id, version, event, to_status, actor, reasons, at)
    SELECT tenant_id, transaction_id, 1, 'cancel', status, 'merchant', '{canceled_by_merchant}', created_at FROM transactions`);
  await filler.query('VACUUM ANALYZE transactions, transaction_history, events');
}, 720_000);
afterAll(() => volume.close());

const leaves = (plan: PlanNode): PlanNode[] => nodesOf(plan).filter((node) => !node.Plans);
const seqScans = (plan: PlanNode): PlanNode[] =>
  nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan');

test(`the job reads what has ended since its last run and what is under way, by index, beside ${COUNT} counted ones (P11)`, async () => {
  const recorder = volume.record();
  expect(await stepFigures({ db: recorder.db, clock: volume.clock }, volume.owner.tenantId)).toBe('done');
  const statements = recorder.statements.filter(({ text }) => / (?:events|transactions) /.test(text));
  expect(statements).toHaveLength(2);
  const { rows } = await volume.pool.query(
    'SELECT sum(seen)::integer AS ended, (SELECT sum(seen)::integer FROM open_hours) AS open FROM transaction_hours',
  );
  expect(rows).toEqual([{ ended: NEWS, open: OPEN }]);
  for (const statement of statements) {
    const settings = { enable_seqscan: 'off', enable_bitmapscan: 'off', enable_sort: 'off' };
    const { plan } = await explain(volume.pool, statement, settings);
    const read = leaves(plan).filter((node) => node['Node Type'] !== 'CTE Scan');
    expect(seqScans(plan), statement.text).toEqual([]);
    expect(
      read.reduce((sum, node) => sum + rowsRead(node), 0),
      statement.text,
    ).toBeLessThanOrEqual((NEWS + OPEN) * ROWS_EACH);
  }
}, 360_000);

test(`the overview of ${DAYS} days reads the cells of its tenant and time alone, by index (P53)`, async () => {
  const { tenantId, companyId } = volume.owner;
  const cells = DAYS * 24 * CELLS_AN_HOUR;
  await volume.filler.query({
    text: `INSERT INTO transaction_hours (tenant_id, company_id, created_hour, module, status, took, attempts, reached, seen)
      SELECT tenant, $2, date_trunc('hour', now(), 'UTC') - n / ${CELLS_AN_HOUR} * interval '1 hour', 'post',
        CASE WHEN n % 4 = 0 THEN 'expired' ELSE 'approved' END, n % ${CELLS_AN_HOUR / 2}, 1, n / ${CELLS_AN_HOUR / 2} % 2, 1
      FROM unnest(ARRAY[$1::uuid, gen_random_uuid()]) AS tenant, generate_series(${CELLS_AN_HOUR}, ${2 * cells}) AS n
      ON CONFLICT DO NOTHING`,
    values: [tenantId, companyId],
  });
  await volume.filler.query('VACUUM ANALYZE transaction_hours, reason_hours, open_hours');
  const nowMs = volume.clock.now().getTime();
  const starts = Array.from({ length: DAYS + 1 }, (_, day) =>
    new Date(nowMs - (DAYS - day) * 86_400_000).toISOString(),
  );
  const recorder = volume.record();
  const begunMs = performance.now();
  const figures = await readFigures(recorder.db, { tenantId, companies: undefined }, { starts });
  console.info(`${Math.round(performance.now() - begunMs)} ms for ${cells} cells`);
  expect(figures.statuses.length).toBeGreaterThan(DAYS);
  for (const statement of recorder.statements) {
    const { plan } = await explain(volume.pool, statement, { enable_seqscan: 'off' });
    expect(seqScans(plan), statement.text).toEqual([]);
    const read = leaves(plan).reduce((sum, node) => sum + rowsRead(node), 0);
    expect(read, statement.text).toBeLessThanOrEqual(cells + NEWS + OPEN);
  }
}, 360_000);

const COMPANIES = 100;
const COMPANY_CELLS = 3;

test(`the overview of one of ${COMPANIES} companies reads the blocks of its own cells, as the database plans by itself (P53)`, async () => {
  const { tenantId, companyId } = volume.owner;
  await volume.filler.query('TRUNCATE transaction_hours');
  await volume.filler.query({
    text: `INSERT INTO transaction_hours (tenant_id, company_id, created_hour, module, status, took, attempts, reached, seen)
      SELECT $1, CASE WHEN company = 0 THEN $2::uuid ELSE md5(company::text)::uuid END,
        date_trunc('hour', now(), 'UTC') - hour * interval '1 hour', 'post', 'approved', took, 1, 3, 1
      FROM generate_series(1, ${DAYS * 24}) AS hour, generate_series(0, ${COMPANIES - 1}) AS company,
        generate_series(1, ${COMPANY_CELLS}) AS took`,
    values: [tenantId, companyId],
  });
  await volume.filler.query('VACUUM ANALYZE transaction_hours');
  const nowMs = volume.clock.now().getTime();
  const starts = [new Date(nowMs - DAYS * 86_400_000).toISOString(), new Date(nowMs).toISOString()];
  const recorder = volume.record();
  await readFigures(recorder.db, { tenantId, companies: [companyId] }, { starts });
  const sums = recorder.statements.filter(({ text }) => text.includes('FROM transaction_hours'));
  expect(sums).toHaveLength(1);
  for (const statement of sums) {
    const { plan } = await explain(volume.pool, statement, {});
    const blocks = Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks']);
    console.info(
      `${blocks} blocks for ${DAYS * 24 * COMPANY_CELLS} of ${DAYS * 24 * COMPANY_CELLS * COMPANIES} cells`,
    );
    const scanned = seqScans(plan).map((node) => (node as { 'Relation Name'?: string })['Relation Name']);
    expect(scanned).not.toContain('transaction_hours');
    // At worst each cell stands in a block of its own, and is found by one of the index.
    expect(blocks).toBeLessThanOrEqual(DAYS * 24 * COMPANY_CELLS + 200);
  }
}, 360_000);
