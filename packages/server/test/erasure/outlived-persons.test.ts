import { createLog } from '@titular/server/kernel/base/log.ts';
import { explain } from '@titular/test-kit/explain.ts';
import { addTransactions } from '@titular/test-kit/fill-volume.ts';
import { runTask } from '@titular/test-kit/service-tasks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from './volume-fixture.ts';

let volume: VolumeFixture;

beforeAll(async () => {
  volume = await openVolume();
});
afterAll(() => volume.close());

/** Has the database answer the first erasure with this SQLSTATE, as to one that lost to another commit. */
const loseOnce = (state: string) =>
  volume.pool.query(`
    CREATE SEQUENCE erasures_begun;
    CREATE FUNCTION lose_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('erasures_begun') = 1 THEN RAISE EXCEPTION 'lost' USING ERRCODE = '${state}'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER lose_once BEFORE UPDATE OF erased_at ON transactions FOR EACH ROW EXECUTE FUNCTION lose_once()`);

describe('persons whose time is over', () => {
  test('are found by when they ended: among many that are kept longer, none costs next to nothing (S40)', async () => {
    const at = "now() - interval '5 days' - n * interval '1 second'";
    const plan = { status: "'inconclusive'", createdAt: at, finishedAt: at, expiresAt: at };
    await addTransactions(volume.filler, volume.owner, { ...plan, count: 40_000, salt: 1_000 });
    await volume.filler.query('VACUUM ANALYZE transactions');
    const recorder = volume.record();
    await runTask({ ...volume, db: recorder.db, log: createLog('silent') }, 'erase-outlived-persons');
    let buffers = 0;
    for (const statement of recorder.statements) buffers += (await explain(volume.pool, statement)).buffers;
    expect(buffers).toBeLessThan(100);
    await volume.filler.query('TRUNCATE transactions, capture_dues CASCADE');
  });

  test('are erased in the same run when a batch lost to another commit', async () => {
    const at = "now() - interval '600 days'";
    const plan = { status: "'inconclusive'", createdAt: at, finishedAt: at, expiresAt: at };
    await addTransactions(volume.filler, volume.owner, { ...plan, count: 3, salt: 0 });
    await loseOnce('40001');
    const deps = { db: volume.db, pool: volume.pool, clock: volume.clock, log: createLog('silent') };
    await runTask(deps, 'erase-outlived-persons');
    const { rows } = await volume.pool.query('SELECT FROM transactions WHERE erased_at IS NULL');
    expect(rows).toEqual([]);
  });
});
