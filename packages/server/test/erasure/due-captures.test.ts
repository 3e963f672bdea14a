import { startRun } from '@titular/server/kernel/database/batches/until-none.ts';
import { byIndex } from '@titular/server/kernel/database/by-index.ts';
import { deleteExpiredCaptures } from '@titular/server/transactions/retention/delete-expired-captures.ts';
import {
  listDueCaptures,
  lockCaptureDues,
} from '@titular/server/transactions/retention/expired-capture-store.ts';
import { explain, type PlanNode } from '@titular/test-kit/explain.ts';
import { addAttempts, addFrames, addTransactions, type Owner } from '@titular/test-kit/fill-volume.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from './volume-fixture.ts';

let volume: VolumeFixture;

beforeEach(async () => {
  volume = await openVolume();
});
afterEach(() => volume.close());

/** Finished transactions of so many days ago, `captured` of them with six frames each. */
async function fill(owner: Owner, count: number, daysAgo: number, captured: number): Promise<void> {
  const at = `now() - interval '${daysAgo} days' - n * interval '1 millisecond'`;
  const plan = { status: "'inconclusive'", createdAt: at, finishedAt: at, expiresAt: at };
  await addTransactions(volume.filler, owner, { ...plan, count, salt: daysAgo * 1_000_000 });
  const from = `now() - interval '${daysAgo + 1} days'`;
  await addAttempts(volume.filler, owner, { from, before: `now() - interval '${daysAgo - 1} days'` });
  await addFrames(volume.filler, owner, { pictureBytes: 3_000, attempts: captured });
}
const countOf = async (table: string): Promise<number> =>
  Number((await volume.pool.query(`SELECT count(*) FROM ${table}`)).rows[0].count);

/** The most rows that any part of a plan went through. */
const mostRows = (plan: PlanNode): number =>
  Math.max(plan['Actual Rows'] * plan['Actual Loops'], ...(plan.Plans ?? []).map(mostRows));

describe('pictures that are due (R93)', () => {
  test('are found by when they are due: among many that are not, nothing due costs next to nothing (F1, S10)', async () => {
    await fill(volume.owner, 20_000, 5, 0);
    for (let more = 0; more < 50; more += 1) await volume.addCompany();
    await volume.pool.query('ANALYZE capture_attempts');
    const recorder = volume.record();
    expect(await deleteExpiredCaptures(recorder.db, volume.clock.now())).toEqual({ frames: 0, done: true });
    let buffers = 0;
    for (const statement of recorder.statements) buffers += (await explain(volume.pool, statement)).buffers;
    expect(buffers).toBeLessThan(500);
  });

  test('are locked one by one, however many more are due (F2, S10)', async () => {
    await fill(volume.owner, 20_000, 31, 0);
    const recorder = volume.record();
    await byIndex(recorder.db, async (trx) =>
      lockCaptureDues(trx, await listDueCaptures(trx, volume.clock.now(), 200)),
    );
    const statement = recorder.statements.at(-1);
    await volume.pool.query('ANALYZE capture_dues');
    expect(statement?.text).toContain('FOR UPDATE');
    const asRun = { enable_seqscan: 'off', enable_bitmapscan: 'off', enable_sort: 'off' };
    const { plan } = await explain(volume.pool, statement ?? { text: '', values: [] }, asRun);
    expect(plan['Actual Rows']).toBe(200);
    expect(mostRows(plan)).toBeLessThanOrEqual(200);
  });

  test('go in batches that a short statement timeout lets through, and take nothing else along (F1, F2, S10)', async () => {
    await fill(volume.owner, 700, 31, 700);
    await fill(volume.owner, 50, 29, 50);
    const { db } = volume.record(300);
    expect(await deleteExpiredCaptures(db, volume.clock.now(), startRun(60_000))).toEqual({
      frames: 4_200,
      done: true,
    });
    expect(await countOf('capture_frames')).toBe(300);
    expect(await countOf('capture_dues')).toBe(50);
    expect(await countOf('capture_attempts')).toBe(750);
  });

  test('go by the setting as it is now, of each company by its own (F1, S10)', async () => {
    const other = await volume.addCompany();
    await fill(volume.owner, 10, 20, 10);
    await fill(other, 10, 20, 10);
    const run = async () => (await deleteExpiredCaptures(volume.db, volume.clock.now())).frames;
    expect(await run()).toBe(0);
    await sql`UPDATE companies SET capture_retention_days = 10 WHERE company_id = ${other.companyId}`.execute(
      volume.db,
    );
    expect(await run()).toBe(60);
    await sql`UPDATE companies SET capture_retention_days = 3 WHERE company_id = ${volume.owner.companyId}`.execute(
      volume.db,
    );
    expect(await run()).toBe(60);
  });

  test('of processes go too, and a run out of time leaves the rest to the next (F1, F2)', async () => {
    await fill(volume.owner, 30, 40, 30);
    await volume.pool.query(`
      INSERT INTO processes (tenant_id, process_id, company_id, status, purpose, identity_key, identity_hash, sealed_identity,
        created_at, expires_at, finished_at)
      SELECT tenant_id, transaction_id, company_id, 'ok', 'creditprocess', identity_key, identity_hash, sealed_identity, created_at,
        expires_at, finished_at FROM transactions;
      TRUNCATE capture_dues; DELETE FROM transactions`);
    await volume.pool.query("UPDATE processes SET finished_at = finished_at - interval '1 second'");
    const spent = { elapsedMs: () => 1, limitMs: 1 };
    expect(await deleteExpiredCaptures(volume.db, volume.clock.now(), spent)).toEqual({
      frames: 0,
      done: false,
    });
    expect(await deleteExpiredCaptures(volume.db, volume.clock.now())).toEqual({ frames: 180, done: true });
  });

  test('that an earlier release kept are listed in batches, and the listing goes on where it stopped (F1, F2)', async () => {
    await fill(volume.owner, 3_000, 35, 100);
    await volume.pool.query('TRUNCATE capture_dues');
    await volume.pool.query('INSERT INTO capture_due_backfill DEFAULT VALUES');
    const steps = [0, 0, 1, 1, 1, 1, 1];
    const cutOff = { elapsedMs: () => steps.shift() ?? 1, limitMs: 1 };
    expect((await deleteExpiredCaptures(volume.db, volume.clock.now(), cutOff)).done).toBe(false);
    expect(await countOf('capture_dues')).toBe(2_000);
    expect(await deleteExpiredCaptures(volume.db, volume.clock.now())).toEqual({ frames: 600, done: true });
    expect(await countOf('capture_due_backfill')).toBe(0);
    expect(await countOf('capture_dues')).toBe(0);
  });
});
