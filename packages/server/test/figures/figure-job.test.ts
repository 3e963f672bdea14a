import { randomUUID } from 'node:crypto';
import { foldFigures, stepFigures } from '@titular/server/figures/fold-figures.ts';
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

const fold = (run = startRun(60_000)) => {
  const { db } = fixture.database;
  return foldFigures({ db, clock: fixture.clock, log }, run);
};

const read = () => {
  const nowMs = fixture.clock.now().getTime();
  const starts = [-24, 2].map((hours) => new Date(nowMs + hours * HOUR_MS).toISOString());
  return readFigures(fixture.database.db, { tenantId: fixture.tenantId, companies: undefined }, { starts });
};

const countProgress = async (): Promise<number> =>
  (await fixture.database.pool.query('SELECT FROM figure_progress')).rowCount ?? 0;

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
  await expect(fold()).rejects.toThrow('1 tenants could not be counted');
  const late = await read();
  expect(late.statuses.map(({ status, count }) => [status, count])).toEqual([['fast-inconclusive', 1]]);
  expect(late.countedAt).toBe(since);
  await fixture.database.pool.query('DROP TRIGGER cut_off ON open_hours');
  await fold();
  const { statuses, countedAt } = await read();
  expect(statuses.map(({ status }) => status).toSorted()).toEqual(['fast-inconclusive', 'waiting']);
  expect(countedAt).toBe(fixture.clock.now().toISOString());
}, 120_000);

test('a ready tenant is counted before one that is built takes the time of a run (P11)', async () => {
  await fold();
  await fixture.newTransaction('fast-inconclusive');
  // Of a tenant that has no figures yet, and whose id comes first.
  await fixture.database.pool.query(`INSERT INTO tenants SELECT (
    json_populate_record(t, json_build_object('tenant_id', '00000000-0000-7000-8000-000000000001'))).* FROM tenants t`);
  let looks = 0;
  const elapsedMs = (): number => (looks++ < 2 ? 0 : 2);
  expect(await fold({ elapsedMs, limitMs: 1 })).toBe(false);
  expect((await read()).statuses.map(({ status }) => status)).toEqual(['fast-inconclusive']);
  expect(await countProgress()).toBe(1);
}, 120_000);
