import { createLog } from '@titular/server/kernel/base/log.ts';
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
