import type { ErasureCounts } from '@titular/contract';
import { sweepAfterErasure, touchedTables } from '@titular/server/erasure/sweep.ts';
import { findSweep, sweepFrom } from '@titular/server/erasure/sweep-store.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { listErasureSteps } from '@titular/server/modules.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from './volume-fixture.ts';

const SEGMENT_BYTES = 16 * 1024 * 1024;
const TOUCHED = [
  'erasure_proposals',
  'capture_frames',
  'face_prints',
  'frame_prints',
  'transactions',
  'events',
  'export_parts',
  'case_notes',
];
const COUNTS: ErasureCounts = {
  templates: 0,
  pictures: 6,
  attempts: 0,
  pageSessions: 0,
  links: 0,
  webhookAnswers: 0,
  apiCalls: 0,
  orderedCalls: 0,
  transactions: 1,
  processes: 0,
};

let volume: VolumeFixture;

beforeEach(async () => {
  volume = await openVolume();
});
afterEach(() => volume.close());

const steps = listErasureSteps();
const sweep = (isSweepOn = true) =>
  sweepAfterErasure({ ...volume, steps, log: createLog('silent'), isSweepOn });

const erase = (count: number) =>
  volume.pool.query({
    text: `INSERT INTO erasures (tenant_id, erasure_id, at, counts, receipt)
      SELECT $1, gen_random_uuid(), $2, $3, 'receipt' FROM generate_series(1, ${count})`,
    values: [volume.owner.tenantId, volume.clock.now(), JSON.stringify(COUNTS)],
  });

async function vacuumed(): Promise<Record<string, number>> {
  await volume.pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await volume.pool.query<{ relname: string; vacuum_count: string }>(
    'SELECT relname, vacuum_count FROM pg_stat_user_tables WHERE vacuum_count > 0',
  );
  return Object.fromEntries(rows.map((row) => [row.relname, Number(row.vacuum_count)]));
}
const once = Object.fromEntries(TOUCHED.map((table) => [table, 1]));

/** The pool, with a count of the files of the log that were gone on to. */
function countingPool() {
  const switches = { count: 0 };
  const connect = async () => {
    const client = await volume.pool.connect();
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    const counted = (...asked: unknown[]) => {
      if (JSON.stringify(asked[0]).includes('pg_switch_wal')) switches.count += 1;
      return query(...asked);
    };
    return Object.assign(client, { query: counted });
  };
  return { switches, pool: { connect } as never };
}

/** The pool of a server on which a table takes half a minute, by the clock of the test. */
function slowPool() {
  const connect = async () => {
    const client = await volume.pool.connect();
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    const slow = (...asked: unknown[]) => {
      if (JSON.stringify(asked[0]).includes('VACUUM')) volume.clock.advanceSeconds(31);
      return query(...asked);
    };
    return Object.assign(client, { query: slow });
  };
  return { connect } as never;
}

/** The pool of a server on which an erasure from `first` on commits while a table is vacuumed. */
function overtakenPool(first: Date) {
  let isOvertaken = false;
  const connect = async () => {
    const client = await volume.pool.connect();
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    const overtaken = async (...asked: unknown[]) => {
      if (!isOvertaken && JSON.stringify(asked[0]).includes('VACUUM')) {
        isOvertaken = true;
        await sweepFrom(volume.db, first, volume.clock.now());
      }
      return query(...asked);
    };
    return Object.assign(client, { query: overtaken });
  };
  return { connect } as never;
}

describe('the sweep after erasures (F11, S34)', () => {
  test('keeps what an erasure that commits while it runs has the next one go back to (R93)', async () => {
    await erase(1);
    const first = volume.clock.now();
    volume.clock.advanceSeconds(61);
    await sweepAfterErasure({ ...volume, steps, pool: overtakenPool(first), log: createLog('silent') });
    const state = await findSweep(volume.db);
    expect(state?.coveredUntil).toEqual(new Date(first.getTime() - 1_000));
    expect(state?.nextAt).toEqual(volume.clock.now());
    await sweep();
    expect((await vacuumed())['capture_frames']).toBe(2);
  });

  test('a thousand erasures in an hour have one sweep, of the tables that were touched, and no more than 200 MB of log', async () => {
    const { switches, pool } = countingPool();
    for (let minute = 0; minute < 59; minute += 1) {
      await erase(17);
      volume.clock.advanceSeconds(60);
      await sweepAfterErasure({ ...volume, steps, pool, log: createLog('silent') });
    }
    expect(await vacuumed()).toEqual(once);
    expect(switches.count).toBeGreaterThan(0);
    expect(switches.count * SEGMENT_BYTES).toBeLessThanOrEqual(200_000_000);
    volume.clock.advanceSeconds(120);
    await sweep();
    expect(await vacuumed()).toEqual(Object.fromEntries(TOUCHED.map((table) => [table, 2])));
  });

  test('goes on where it stopped, an hour later, until the log is written over', async () => {
    await erase(1);
    volume.clock.advanceSeconds(61);
    await sweep();
    const targets: (string | undefined)[] = [];
    for (let hour = 0; hour < 400; hour += 1) {
      const state = await findSweep(volume.db);
      targets.push(state?.logTarget);
      if (state?.logTarget === undefined) break;
      volume.clock.advanceSeconds(3_601);
      await sweep();
    }
    expect(targets.at(-1)).toBeUndefined();
    expect(new Set(targets.slice(0, -1)).size).toBeLessThanOrEqual(1);
    expect(await vacuumed()).toEqual(once);
  });

  test('a target of the log of another server, as a dump or a major upgrade brings it, is given up for one that can be reached (S63)', async () => {
    await erase(1);
    volume.clock.advanceSeconds(61);
    await sweep();
    const far = await volume.db
      .updateTable('erasure_sweeps')
      .set({ log_target: sql<string>`pg_current_wal_lsn() + (2::numeric ^ 43)` })
      .executeTakeFirst();
    expect(far.numUpdatedRows).toBe(1n);
    for (let hour = 0; hour < 400 && (await findSweep(volume.db))?.logTarget !== undefined; hour += 1) {
      volume.clock.advanceSeconds(3_601);
      await sweep();
    }
    expect((await findSweep(volume.db))?.logTarget).toBeUndefined();
  });

  test('begins nothing after half a minute, so that its job is never taken for one left behind, and goes on a minute later', async () => {
    await erase(1);
    volume.clock.advanceSeconds(61);
    const vacuumedAfter: number[] = [];
    for (let run = 0; run < TOUCHED.length; run += 1) {
      await sweepAfterErasure({ ...volume, steps, pool: slowPool(), log: createLog('silent') });
      vacuumedAfter.push(Object.keys(await vacuumed()).length);
      // The target is found with the last table, and written up to later.
      expect(await findSweep(volume.db)).toMatchObject({
        nextAt: new Date(volume.clock.now().getTime() + 60_000),
        tablesLeft: expect.toSatisfy((left: string[]) => left.length === TOUCHED.length - run - 1),
      });
      volume.clock.advanceSeconds(60);
    }
    expect(vacuumedAfter).toEqual(TOUCHED.map((_table, place) => place + 1));
    expect((await findSweep(volume.db))?.logTarget).toBeDefined();
    const { switches, pool } = countingPool();
    await sweepAfterErasure({ ...volume, steps, pool, log: createLog('silent') });
    expect(switches.count).toBeGreaterThan(0);
    expect(await vacuumed()).toEqual(once);
  });

  test('leaves the tables to the next run where the answers of receivers took half a minute', async () => {
    await erase(1);
    volume.clock.advanceSeconds(61);
    let isFirst = true;
    const clock = {
      now: () => {
        // The first reading is that of the start.
        if (!isFirst) volume.clock.advanceSeconds(31);
        isFirst = false;
        return volume.clock.now();
      },
    };
    await sweepAfterErasure({ ...volume, steps, clock, log: createLog('silent') });
    expect(await vacuumed()).toEqual({});
    expect((await findSweep(volume.db))?.tablesLeft.toSorted()).toEqual(TOUCHED.toSorted());
  });

  test('waits a minute for others, does nothing without an erasure, and leaves the log alone where it is off', async () => {
    await sweep();
    expect(await findSweep(volume.db)).toBeUndefined();
    await erase(1);
    volume.clock.advanceSeconds(30);
    await sweep();
    expect(await findSweep(volume.db)).toBeUndefined();
    volume.clock.advanceSeconds(31);
    await sweep(false);
    expect(await findSweep(volume.db)).toMatchObject({ tablesLeft: [], logTarget: undefined });
    expect(await vacuumed()).toEqual({});
  });

  test('every count of a receipt names the tables that it stands for', () => {
    expect(touchedTables(steps, COUNTS).toSorted()).toEqual(TOUCHED.toSorted());
    for (const name of Object.keys(COUNTS))
      expect(touchedTables(steps, { [name]: 1 }).length).toBeGreaterThan(0);
    // The proposal of an erasure that found nothing named the person, too.
    expect(touchedTables(steps, {})).toEqual(['erasure_proposals']);
  });
});
