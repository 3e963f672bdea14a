import { randomUUID } from 'node:crypto';
import { type FoldLeft, foldFigures, stepFigures } from '@titular/server/figures/fold-figures.ts';
import { readFigures } from '@titular/server/figures/index.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { startRun } from '@titular/server/kernel/database/batches/until-none.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fixture, openTransactionFixture } from '../transactions/transaction-fixture.ts';

const HOUR_MS = 3_600_000;
const log = createLog('silent');

let fixture: Fixture;

beforeEach(async () => {
  fixture = await openTransactionFixture();
});
afterEach(() => fixture.close());

const fold = (run = startRun(60_000), left: true | FoldLeft = {}) => {
  const { db } = fixture.database;
  return foldFigures({ db, clock: fixture.clock, log }, run, left === true ? {} : left);
};

const read = () => {
  const nowMs = fixture.clock.now().getTime();
  const starts = [-24, 2].map((hours) => new Date(nowMs + hours * HOUR_MS).toISOString());
  return readFigures(fixture.database.db, { tenantId: fixture.tenantId, companies: undefined }, { starts });
};

const countProgress = async (): Promise<number> =>
  (await fixture.database.pool.query('SELECT FROM figure_progress')).rowCount ?? 0;

const LOWEST = '00000000-0000-7000-8000-000000000001';
const HIGHEST = 'ffffffff-ffff-7000-8000-000000000001';

/** A tenant beside that of the fixture. */
const addTenant = (tenantId: string): Promise<unknown> =>
  fixture.database.pool.query(`INSERT INTO tenants SELECT (
    json_populate_record(t, json_build_object('tenant_id', '${tenantId}'))).* FROM tenants t LIMIT 1`);

/** Gives a tenant an old cell, so that its figures have to change. */
const addOpenCell = (tenantId: string): Promise<unknown> =>
  fixture.database.pool.query(`INSERT INTO open_hours (tenant_id, company_id, created_hour, module, status, seen)
    VALUES ('${tenantId}', '${tenantId}', date_trunc('hour', now(), 'UTC'), 'post', 'waiting', 1)`);

const countOpenCells = async (tenantId: string): Promise<number> =>
  (await fixture.database.pool.query('SELECT FROM open_hours WHERE tenant_id = $1', [tenantId])).rowCount ??
  0;

/** A run whose time to begin ready tenants is over with its first one. */
const shortRun = () => {
  let looks = 0;
  return { elapsedMs: () => (looks++ < 2 ? 0 : 3), limitMs: 8 };
};

/** Makes statements of one table fail as those that the database cuts off. */
const cutOff = (table: string): Promise<unknown> =>
  fixture.database.pool.query(`
    CREATE OR REPLACE FUNCTION cut_off() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'too long' USING ERRCODE = '57014'; END $$;
    CREATE TRIGGER cut_off BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION cut_off()`);

test.each(['arriving', 'moved'])(
  'the job writes nothing of a tenant that comes from another deployment, %s, until it has arrived (P11, S59)',
  async (phase) => {
    const { pool, db } = fixture.database;
    await fixture.newTransaction('fast-inconclusive');
    await pool.query({
      text: `INSERT INTO tenant_moves (tenant_id, side, move_id, phase, peer) VALUES ($1, 'target', $2, $3, 'other')`,
      values: [fixture.tenantId, randomUUID(), phase],
    });
    await fold();
    expect(await stepFigures({ db, clock: fixture.clock }, fixture.tenantId)).toBe('done');
    expect(await countProgress()).toBe(0);
    await pool.query("UPDATE tenant_moves SET phase = 'arrived'");
    await fold();
    expect(await countProgress()).toBe(1);
  },
  120_000,
);

test('ends are kept where what is under way cannot be counted; the run fails, and the figures tell since when they are late (P11)', async () => {
  await fixture.newTransaction('waiting');
  await fold();
  expect((await read()).countedAt).toBe(fixture.clock.now().toISOString());
  const since = fixture.clock.now().toISOString();
  await cutOff('open_hours');
  fixture.clock.advanceSeconds(600);
  await fixture.newTransaction('fast-inconclusive');
  await expect(fold()).rejects.toThrow('could not be counted');
  const late = await read();
  expect(late.isOpenMissing).toBe(true);
  expect(late.statuses.map(({ status, count }) => [status, count])).toEqual([['fast-inconclusive', 1]]);
  expect(late.countedAt).toBe(since);
  await fixture.database.pool.query('DROP TRIGGER cut_off ON open_hours');
  await fold();
  const { statuses, countedAt, isOpenMissing } = await read();
  expect(isOpenMissing).toBe(false);
  expect(statuses.map(({ status }) => status).toSorted()).toEqual(['fast-inconclusive', 'waiting']);
  expect(countedAt).toBe(fixture.clock.now().toISOString());
}, 360_000);

test('a ready tenant is counted before one that is built takes the time of a run (P11)', async () => {
  await fold();
  await fixture.newTransaction('fast-inconclusive');
  // It has no figures yet, and its id comes first.
  await addTenant(LOWEST);
  const now = (): Date => {
    fixture.clock.advanceSeconds(1);
    return fixture.clock.now();
  };
  expect(await foldFigures({ db: fixture.database.db, clock: { now }, log }, startRun(60_000))).toBe(true);
  const { rows } = await fixture.database.pool.query(
    'SELECT tenant_id FROM figure_progress ORDER BY counted_at',
  );
  expect(rows.map((row) => row.tenant_id)).toEqual([fixture.tenantId, LOWEST]);
}, 360_000);

test('a slow tenant holds up none after it, and none that is built: the next run goes on after it (P11)', async () => {
  await addTenant(LOWEST);
  await fold();
  await fixture.newTransaction('fast-inconclusive');
  await addOpenCell(LOWEST);
  await addTenant(HIGHEST);
  const left = await fold(shortRun());
  expect(left).toEqual({ afterId: LOWEST, hasFailed: false });
  expect((await read()).statuses).toEqual([]);
  expect(await countProgress()).toBe(3);
  // It is slow again, and would take the time of this run as well.
  await addOpenCell(LOWEST);
  await fold(shortRun(), left);
  expect((await read()).statuses.map(({ status }) => status)).toEqual(['fast-inconclusive']);
  expect(await countOpenCells(LOWEST)).toBe(1);
}, 360_000);

test('a late tenant costs those after it no run: the one that leaves nothing fails (P11)', async () => {
  await addTenant(HIGHEST);
  await fold();
  await fixture.newTransaction('waiting');
  await addOpenCell(HIGHEST);
  await cutOff('open_hours');
  const left = await fold(shortRun());
  expect(left).toEqual({ afterId: fixture.tenantId, hasFailed: true });
  await expect(fold(startRun(60_000), left)).rejects.toThrow('could not be counted');
  expect(await countOpenCells(HIGHEST)).toBe(0);
}, 360_000);

test('transactions under way are not counted for longer than the tenant has time: its ends stay, and the gap is marked (P11)', async () => {
  await fold();
  await fixture.newTransaction('waiting');
  await fixture.newTransaction('fast-inconclusive');
  const { db } = fixture.database;
  let nowMs = 0;
  const step = (limitMs: number) =>
    stepFigures({ db, clock: fixture.clock }, fixture.tenantId, { elapsedMs: () => nowMs++, limitMs });
  expect(await step(2)).toBe('late');
  const { statuses, isOpenMissing } = await read();
  expect([statuses.map(({ status }) => status), isOpenMissing]).toEqual([['fast-inconclusive'], true]);
  nowMs = 0;
  expect(await step(1_000)).toBe('done');
  expect((await read()).isOpenMissing).toBe(false);
}, 360_000);
