import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { createWorkNames } from '@titular/server/kernel/jobs/work-names.ts';
import { openDatabaseClock, startNodeWatch } from '@titular/server/nodes/index.ts';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

/** Starts a watch whose own clock a test moves on, on a database of its own. */
async function startWatch() {
  const clone = await cloneDatabase();
  const main = connect(clone.connectionString, 2, () => undefined);
  const database = connect(clone.connectionString, 1, () => undefined, { limitMs: 1_000 });
  let aheadMs = 0;
  const monotonicMs = (): number => performance.now() + aheadMs;
  const watch = await startNodeWatch({
    ...{ database, monotonicMs, workNames: createWorkNames(), log: createLog('silent') },
    clock: await openDatabaseClock(main.db, { monotonicMs, wall: systemClock }),
    masterKeys: { known: () => [], find: async () => undefined } as never,
    newestSchema: 1_000_000,
    identity: {
      ...{ nodeId: crypto.randomUUID(), name: 'node', version: '1', engineVersion: undefined },
      ...{ settings: {}, answersCalls: false },
    },
    otherEngineVersion: () => undefined,
    check: () => ({}) as never,
  });
  onTestFinished(async () => {
    await watch.stop();
    await database.close();
    await main.close();
    await clone.drop();
  });
  return {
    watch,
    main,
    skipMs: (milliseconds: number): void => {
      aheadMs += milliseconds;
    },
  };
}

const STEADY_FOR_A_WHILE = 1_000;

test('a process counts as steady from its first look on, and not while a look is overdue (R79)', async () => {
  const { watch, skipMs } = await startWatch();
  await eventually(() => expect(watch.steadyMs()).toBeGreaterThan(STEADY_FOR_A_WHILE));
  // A process that stood still finds its last look long ago.
  skipMs(1_600);
  expect(watch.steadyMs()).toBe(0);
});

test('it begins anew after a lost connection, however soon the next look finds the database', async () => {
  const { watch, main } = await startWatch();
  await eventually(() => expect(watch.steadyMs()).toBeGreaterThan(STEADY_FOR_A_WHILE));
  await sql`
    SELECT pg_terminate_backend(l.pid) FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.mode = 'ShareLock' AND l.database = (
      SELECT oid FROM pg_database WHERE datname = current_database())`.execute(main.db);
  await eventually(() => expect(watch.steadyMs()).toBeLessThan(STEADY_FOR_A_WHILE));
  await eventually(() => expect(watch.steadyMs()).toBeGreaterThan(STEADY_FOR_A_WHILE));
});

test('it begins anew where the clock of the database and ours went on by another time', async () => {
  const { watch, skipMs } = await startWatch();
  await eventually(() => expect(watch.steadyMs()).toBeGreaterThan(STEADY_FOR_A_WHILE));
  const beforeMs = watch.steadyMs();
  skipMs(-2_500);
  await eventually(() => expect(watch.steadyMs()).toBeLessThan(beforeMs));
});
