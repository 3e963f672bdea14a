import { countDue } from '@titular/server/erasure/index.ts';
import { listRetention } from '@titular/server/modules.ts';
import { explain, nodesOf, rowsRead } from '@titular/test-kit/explain.ts';
import type { Owner } from '@titular/test-kit/fill-volume.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-03-04T03:00:00Z');
/** Where eight days begin, the last of them the end. */
const DAYS = Array.from({ length: 8 }, (_, day) => new Date(START + day * DAY_MS).toISOString());
/** Most rows that one count may read: those it counts, and some of the companies. */
const MOST_ROWS = 9 * 1_050;
const CLASSES = listRetention().filter(({ dueWithin }) => dueWithin);

let volume: VolumeFixture;
let other: Owner;

/** Captures of two companies with times of their own, and far more of one day than are counted. */
beforeAll(async () => {
  volume = await openVolume();
  other = await volume.addCompany();
  const { tenantId, companyId } = volume.owner;
  await volume.filler.query('UPDATE companies SET capture_retention_days = 10 WHERE company_id = $1', [
    other.companyId,
  ]);
  const fill = (company: string, at: number, count: number) =>
    volume.filler.query({
      text: `INSERT INTO capture_dues (tenant_id, subject_kind, subject_id, company_id, finished_at)
        SELECT $1, 'transaction', gen_random_uuid(), $2, $3::timestamptz + n * interval '1 millisecond'
        FROM generate_series(1, $4::int) AS n`,
      values: [tenantId, company, new Date(at), count],
    });
  await fill(companyId, START - 30 * DAY_MS - DAY_MS, 3);
  await fill(companyId, START - 30 * DAY_MS + 1_000, 4);
  await fill(other.companyId, START - 10 * DAY_MS + 1_000, 5);
  await fill(companyId, START - 30 * DAY_MS + 2 * DAY_MS, 60_000);
  await fill(companyId, START - 30 * DAY_MS + 7 * DAY_MS, 100_000);
  await volume.filler.query('VACUUM ANALYZE capture_dues');
}, 360_000);
afterAll(() => volume.close());

const count = (db: VolumeFixture['db'], days = DAYS) => countDue(db, CLASSES, volume.owner.tenantId, days);

describe('what goes by itself', () => {
  test('is counted day by day and class by class, by the days of each company, and up to 1,000', async () => {
    const { classes } = await count(volume.db);
    expect(classes.map((one) => one.class).toSorted()).toEqual([
      'faces',
      'pictures',
      'processes',
      'transactions',
    ]);
    const pictures = classes.find((one) => one.class === 'pictures');
    expect(pictures).toMatchObject({ isHeld: true, counts: [3, 9, 0, 1_001, 0, 0, 0, 0] });
  });

  test('counts nothing that a legal hold keeps', async () => {
    const { rows } = await sql<{ id: string }>`
      SELECT subject_id AS id FROM capture_dues ORDER BY finished_at LIMIT 1`.execute(volume.db);
    const id = rows[0]?.id;
    await sql`INSERT INTO legal_holds (tenant_id, transaction_id, subject_id, held_at, reference)
      VALUES (${volume.owner.tenantId}, ${id}, ${id}, now(), 'case')`.execute(volume.db);
    const { classes } = await count(volume.db);
    expect(classes.find((one) => one.class === 'pictures')?.counts[0]).toBe(2);
  });

  test('refuses what are no consecutive days', async () => {
    const [first = '', second = ''] = DAYS;
    for (const days of [
      [second, first],
      [first, first],
      [first, new Date(START + 2 * DAY_MS).toISOString()],
    ])
      await expect(count(volume.db, days)).rejects.toMatchObject({ code: '40002' });
  });

  test('is read through an index, and no further than is counted (P52)', async () => {
    const recorder = volume.record();
    await count(recorder.db);
    const statements = recorder.statements.filter(({ text }) => /counted/.test(text));
    expect(statements).toHaveLength(CLASSES.length);
    for (const statement of statements) {
      const { plan } = await explain(volume.pool, statement, { enable_seqscan: 'off' });
      const nodes = nodesOf(plan);
      const big = nodes.filter((node) =>
        /^(?:capture_dues|transactions|processes|face_templates)/.test(
          String((node as { 'Relation Name'?: string })['Relation Name'] ?? ''),
        ),
      );
      expect(big.length, statement.text).toBeGreaterThan(0);
      for (const node of big) expect(node['Node Type'], statement.text).toMatch(/Index/);
      const read = nodes.filter((node) => /Scan$/.test(node['Node Type'])).map((node) => rowsRead(node));
      expect(read.reduce((sum, rows) => sum + rows, 0)).toBeLessThanOrEqual(MOST_ROWS);
    }
  });
});
