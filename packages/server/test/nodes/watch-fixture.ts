import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { createWorkNames } from '@titular/server/kernel/jobs/work-names.ts';
import { openDatabaseClock, startNodeWatch } from '@titular/server/nodes/index.ts';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import type pg from 'pg';
import { onTestFinished } from 'vitest';

/** Starts a watch whose own clock a test moves on, on a database of its own; `prepare` has its pool first. */
export async function startWatch(prepare: (pool: pg.Pool) => void = () => undefined) {
  const clone = await cloneDatabase();
  const main = connect(clone.connectionString, 2, () => undefined);
  const database = connect(clone.connectionString, 1, () => undefined, { limitMs: 1_000 });
  prepare(database.pool);
  const workNames = createWorkNames();
  let aheadMs = 0;
  const monotonicMs = (): number => performance.now() + aheadMs;
  const nodeId = crypto.randomUUID();
  const watch = await startNodeWatch({
    ...{ database, monotonicMs, workNames, log: createLog('silent') },
    clock: await openDatabaseClock(main.db, { monotonicMs, wall: systemClock }),
    masterKeys: { known: () => [], find: async () => undefined } as never,
    newestSchema: 1_000_000,
    identity: {
      ...{ nodeId, name: 'node', version: '1', engineVersion: undefined },
      ...{ settings: {}, answersCalls: false },
    },
    otherEngineVersion: () => undefined,
    check: () => ({}) as never,
  });
  workNames.tellBy(watch.tell);
  onTestFinished(async () => {
    await watch.stop();
    await database.close();
    await main.close();
    await clone.drop();
  });
  return {
    ...{ watch, main, workNames, nodeId },
    skipMs: (milliseconds: number): void => {
      aheadMs += milliseconds;
    },
  };
}
