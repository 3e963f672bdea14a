import { hostname } from 'node:os';
import type { Config } from '../config/config.ts';
import { sharedSettings } from '../config/shared-settings.ts';
import { type Clock, systemClock } from '../kernel/base/clock.ts';
import { newId } from '../kernel/base/id.ts';
import type { Log } from '../kernel/base/log.ts';
import { programVersion } from '../kernel/base/program-version.ts';
import { connect, type Database } from '../kernel/database/connect.ts';
import { readNewestSchema } from '../kernel/database/migrate/migration.ts';
import {
  type DatabaseClock,
  deleteNode,
  enterNode,
  holdLifeLock,
  type Node,
  type NodeWatch,
  openDatabaseClock,
  saveNode,
  startNodeWatch,
  startRenewing,
  type WatchDeps,
} from '../nodes/index.ts';
import type { MasterKeys } from '../tenants/index.ts';
import { dutiesOf } from './duties.ts';
import type { Closer } from './open-database.ts';

/** How soon the watch of the database gives a statement or a connection up. */
const WATCH_LIMIT_MS = 1_000;

const monotonicMs = (): number => performance.now();

/** This process as one of several on a database: the database's time, its row, and a watch on a connection beside the pool. */
export type OpenedNode = {
  clock: DatabaseClock;
  /** Writes the row that tells which master keys this process has, before it relies on any, and renews it until the watch does. */
  enter(masterKeys: MasterKeys): Promise<void>;
  watch(
    deps: Pick<WatchDeps, 'masterKeys' | 'check' | 'otherEngineVersion' | 'workNames'> & {
      engineVersion: string;
    },
  ): Promise<NodeWatch>;
};

/** Name of this process among those of a deployment. */
export const nodeName = ({ port }: Config): string => `${hostname()}:${port}/${process.pid}`;

/** Opens the clock; `machineClock` is what the machine shows, whose distance to the database's time is told. */
export async function openNode(
  config: Config,
  { db, pool, address }: Database,
  {
    log,
    closers,
    machineClock = systemClock,
  }: { log: Log; closers: Closer[]; machineClock?: Clock | undefined },
): Promise<OpenedNode> {
  const clock = await openDatabaseClock(db, { monotonicMs, wall: machineClock });
  const identity = {
    ...{ nodeId: newId(), name: nodeName(config), version: programVersion() },
    settings: sharedSettings(config),
    answersCalls: dutiesOf(config).has('calls'),
  };
  // While any connection of the process stands, the process lives.
  holdLifeLock(pool, identity.nodeId, () => undefined);
  let stopRenewing = async (): Promise<void> => undefined;
  return {
    clock,
    async enter(masterKeys) {
      closers.push(() => deleteNode(db, identity.nodeId).catch(() => undefined));
      const describe = (): Node => ({
        ...identity,
        ...{ engineVersion: undefined, otherEngineVersion: undefined },
        masterKeyIds: masterKeys.known().map(({ id }) => id),
        skewSeconds: clock.skewSeconds(),
        ...{ causes: ['starting'], workNames: [] },
      });
      await enterNode(db, describe());
      stopRenewing = startRenewing(() => saveNode(db, describe()), log);
      closers.push(() => stopRenewing());
    },
    async watch({ engineVersion, ...deps }) {
      const database = connect(address, 1, () => undefined, { limitMs: WATCH_LIMIT_MS });
      closers.push(database.close);
      await stopRenewing();
      const watch = await startNodeWatch({
        ...deps,
        ...{ database, clock, monotonicMs, log },
        newestSchema: await readNewestSchema(),
        identity: { ...identity, engineVersion },
      });
      closers.push(() => watch.stop());
      return watch;
    },
  };
}
