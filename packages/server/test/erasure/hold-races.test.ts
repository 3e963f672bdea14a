import { createLog } from '@titular/server/kernel/base/log.ts';
import type { RecordAct } from '@titular/server/module.ts';
import { placeLegalHold, releaseLegalHold } from '@titular/server/transactions/change/legal-hold.ts';
import { deleteExpiredCaptures } from '@titular/server/transactions/retention/delete-expired-captures.ts';
import {
  deleteFramesOf,
  lockCaptureDues,
} from '@titular/server/transactions/retention/expired-capture-store.ts';
import { insertHold } from '@titular/server/transactions/retention/legal-hold-store.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { addAttempts, addFrames, addTransactions } from '@titular/test-kit/fill-volume.ts';
import { runTask } from '@titular/test-kit/service-tasks.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from './volume-fixture.ts';

let volume: VolumeFixture;

beforeEach(async () => {
  volume = await openVolume();
});
afterEach(() => volume.close());

/** A finished transaction of so many days ago with six pictures; its id. */
async function addHeldBack(daysAgo: number): Promise<string> {
  const at = `now() - interval '${daysAgo} days'`;
  const plan = { status: "'inconclusive'", createdAt: at, finishedAt: at, expiresAt: at };
  await addTransactions(volume.filler, volume.owner, { ...plan, count: 1, salt: 0 });
  await addAttempts(volume.filler, volume.owner, { from: "'-infinity'", before: 'now()' });
  await addFrames(volume.filler, volume.owner, { pictureBytes: 3_000, attempts: 1 });
  return (await volume.pool.query('SELECT transaction_id FROM transactions')).rows[0].transaction_id;
}

const countOf = async (table: string): Promise<number> =>
  Number((await volume.pool.query(`SELECT count(*) FROM ${table}`)).rows[0].count);

/** Waits until so many statements wait for a lock; another connection of the pool must be free. */
const untilBlocked = (count = 1) =>
  expect
    .poll(async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(volume.db);
      return rows.length;
    })
    .toBe(count);

const holdOf = (transactionId: string) => ({
  transactionId: asId(transactionId),
  heldAt: volume.clock.now(),
  reference: 'case-1',
});

const place = (id: string) =>
  placeLegalHold(
    { db: volume.db, clock: volume.clock, actor: 'test' },
    volume.owner.tenantId,
    asId(id),
    'case-1',
  );

const eraseOutlived = async (): Promise<void> => {
  const deps = { db: volume.db, pool: volume.pool, clock: volume.clock, log: createLog('silent') };
  await runTask(deps, 'erase-outlived-persons');
};

describe('a legal hold and a deletion at once', () => {
  test('pictures that are due stay when the deletion comes while the hold is being placed', async () => {
    const id = await addHeldBack(31);
    const deleting = await volume.db.transaction().execute(async (trx) => {
      expect(await insertHold(trx, volume.owner.tenantId, holdOf(id))).toBe(true);
      const begun = { promise: deleteExpiredCaptures(volume.db, volume.clock.now()) };
      await untilBlocked();
      return begun;
    });
    expect(await deleting.promise).toMatchObject({ frames: 0 });
    expect(await countOf('capture_frames')).toBe(6);
  });

  test('a hold that comes while pictures are being deleted says that none are left', async () => {
    const id = await addHeldBack(31);
    const ended = [{ tenantId: volume.owner.tenantId, subjectId: asId(id) }];
    const holding = await volume.db.transaction().execute(async (trx) => {
      await lockCaptureDues(trx, ended);
      expect(await deleteFramesOf(trx, ended, 100)).toBe(6);
      const begun = { promise: place(id) };
      await untilBlocked();
      return begun;
    });
    expect(await holding.promise).toEqual({ pictures: 0 });
  });

  test('a hold that is refused stands in the ledger before the release that comes meanwhile, not after it (R93, S48)', async () => {
    const id = await addHeldBack(31);
    await place(id);
    const told: string[] = [];
    const operator = { db: volume.db, clock: volume.clock, actor: 'test' };
    let releasing: Promise<void> | undefined;
    const recordAct: RecordAct = async (_trx, { act }) => {
      if (act === 'hold') {
        releasing = releaseLegalHold({ ...operator, recordAct }, volume.owner.tenantId, asId(id));
        await untilBlocked();
      }
      told.push(act);
    };
    const placing = placeLegalHold({ ...operator, recordAct }, volume.owner.tenantId, asId(id), 'case-2');
    await expect(placing).rejects.toThrow('already held');
    await releasing;
    expect(told).toEqual(['hold', 'release']);
  });

  test('a transaction whose time is over stays when its erasure comes while the hold is being placed', async () => {
    const id = await addHeldBack(541);
    await volume.db.transaction().execute(async (trx) => {
      expect(await insertHold(trx, volume.owner.tenantId, holdOf(id))).toBe(true);
      await eraseOutlived();
    });
    await eraseOutlived();
    expect(await countOf('transactions WHERE erased_at IS NULL')).toBe(1);
    expect(await countOf('capture_frames')).toBe(6);
  });

  test('a hold that comes while its transaction is being erased is refused', async () => {
    const id = await addHeldBack(541);
    const erasing = await volume.db.transaction().execute(async (trx) => {
      await sql`SELECT FROM capture_attempts FOR UPDATE`.execute(trx);
      const begun = { erasure: eraseOutlived(), refused: undefined as Promise<unknown> | undefined };
      await untilBlocked();
      begun.refused = expect(place(id)).rejects.toMatchObject({ kind: 'not-found' });
      await untilBlocked(2);
      return begun;
    });
    await erasing.erasure;
    await erasing.refused;
    expect(await countOf('legal_holds')).toBe(0);
  });
});
