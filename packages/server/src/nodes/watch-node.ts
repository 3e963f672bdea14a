import type { ReadinessCause } from '@titular/contract';
import type pg from 'pg';
import type { Log } from '../kernel/base/log.ts';
import { closeIdleConnections, type Database } from '../kernel/database/connect.ts';
import { tookTooLong } from '../kernel/database/database-problem.ts';
import type { WorkNames } from '../kernel/jobs/work-names.ts';
import { isAtHand, type MasterKeys } from '../tenants/index.ts';
import type { DatabaseClock } from './database-clock.ts';
import { holdLifeLock } from './dead-nodes.ts';
import {
  type DatabaseState,
  deleteNode,
  listNeededMasterKeys,
  type Node,
  RENEW_EVERY_MS,
  readDatabaseState,
  saveNode,
} from './node-store.ts';
import {
  causeOfFault,
  databaseCauses,
  judgeReadiness,
  type NodeState,
  type ReadinessVerdict,
} from './readiness.ts';
import { watchDifferences } from './watch-differences.ts';

/** What watching needs; `database` is a pool of one connection with a limit of a second, for this alone. */
export type WatchDeps = {
  database: Database;
  clock: DatabaseClock;
  monotonicMs: () => number;
  masterKeys: MasterKeys;
  newestSchema: number;
  identity: Pick<Node, 'nodeId' | 'name' | 'version' | 'engineVersion' | 'settings' | 'answersCalls'>;
  workNames: Pick<WorkNames, 'list'>;
  /** The version of the second engine of a change, which may come to be known later. */
  otherEngineVersion: () => string | undefined;
  check: () => Omit<NodeState, 'skewSeconds' | 'doNodesDiffer'>;
  log: Log;
};

/** Keeps looking whether this node can work, and keeps its row. */
export type NodeWatch = {
  /** What is true now, or was half a second ago; answered within a second. */
  readiness(): Promise<ReadinessVerdict>;
  /** What the last look found, at once. */
  found(): ReadinessVerdict;
  /** Seconds by which the machine's clock is surely ahead of the database's. */
  skewSeconds(): number;
  /** How many live processes answer calls, as the last look found it; 1 at least. */
  callNodes(): number;
  /** For how many milliseconds every look has found the database, and its clock has gone on as ours; 0 while a look is overdue. */
  steadyMs(): number;
  nodeId: string;
  /** Has others see at once that something about this node has changed; rejects where the database does not take it. */
  tell(): Promise<void>;
  /** The same where a failure is only logged: the next look tells it. */
  announce(): Promise<void>;
  /** Ends the watch and takes the row away. */
  stop(): Promise<void>;
};

/** Connections of a process beside its pool: two listen, and one watches. */
export const OWN_CONNECTIONS = 3;

const LOOK_EVERY_MS = 700;
const FRESH_MS = 400;
const ANSWER_LIMIT_MS = 500;
/** One answer that is late says little; none for so long says that the database is not there. */
const SILENCE_LIMIT_MS = 2_000;
const KEYS_EVERY_MS = 30_000;
/** A look that was not answered for so long is overdue: they are 0.7 s apart. */
const OVERDUE_MS = 1_500;
/** By so much the database's clock may go faster or slower between two looks than ours. */
const STEP_MS = 2_000;

type Fault = { code?: string; message?: string };

/** By how much the watch's own timer is late, at worst since it was last asked, in whole milliseconds. */
function createLag(monotonicMs: () => number) {
  let [dueMs, worstMs] = [Number.POSITIVE_INFINITY, 0];
  return {
    expect(afterMs: number): void {
      dueMs = monotonicMs() + afterMs;
    },
    note(): void {
      worstMs = Math.max(worstMs, monotonicMs() - dueMs);
    },
    take(): number {
      const lagMs = Math.round(worstMs);
      worstMs = 0;
      return lagMs;
    },
  };
}

/** The row of a node, renewed when it is due or when what it tells has changed. */
function createBeat(deps: WatchDeps, takeLag: () => number) {
  const { database, clock, monotonicMs, masterKeys, identity } = deps;
  let [told, toldAtMs] = ['', Number.NEGATIVE_INFINITY];
  return async (causes: readonly ReadinessCause[]): Promise<void> => {
    const masterKeyIds = masterKeys.known().map(({ id }) => id);
    const otherEngineVersion = deps.otherEngineVersion();
    const workNames = deps.workNames.list();
    const telling = JSON.stringify([masterKeyIds, causes, otherEngineVersion, workNames]);
    if (telling === told && monotonicMs() - toldAtMs < RENEW_EVERY_MS) return;
    const found = { masterKeyIds, causes, otherEngineVersion, workNames };
    const measured = { skewSeconds: clock.skewSeconds(), lagMs: takeLag() };
    await saveNode(database.db, { ...identity, ...found, ...measured });
    [told, toldAtMs] = [telling, monotonicMs()];
  };
}

/** Whether all keys that the database needs are at hand; the present one is looked for each time, the others now and then. */
function createKeyCheck({ database, masterKeys, monotonicMs }: WatchDeps) {
  let [needed, readAtMs]: [readonly string[], number] = [[], Number.NEGATIVE_INFINITY];
  const has = (id: string): Promise<boolean> => isAtHand(masterKeys, id).catch(() => false);
  const areAll = async (ids: readonly string[]): Promise<boolean> => {
    const found = await Promise.all(ids.map(has));
    return found.every(Boolean);
  };
  const readNeeded = async (): Promise<void> => {
    needed = await listNeededMasterKeys(database.db);
    readAtMs = monotonicMs();
  };
  return async ({ masterKeyId, preparedMasterKeyId }: DatabaseState): Promise<boolean> => {
    // One that is prepared is asked for so that the source of the keys is read again, and needed only later.
    if (preparedMasterKeyId !== undefined) await has(preparedMasterKeyId);
    if (monotonicMs() - readAtMs >= KEYS_EVERY_MS) await readNeeded();
    const present = masterKeyId === undefined ? [] : [masterKeyId];
    if (await areAll([...needed, ...present])) return true;
    // A rotation may have ended meanwhile, and one that is missing may be needed no more.
    await readNeeded();
    return areAll(needed);
  };
}

/** Tells whether the database's clock went on by another time than ours since it was last shown: it was set, or this machine stood still. */
function createStepFinder(monotonicMs: () => number): (databaseMs: number) => boolean {
  let distanceMs: number | undefined;
  return (databaseMs) => {
    const [beforeMs, nowMs] = [distanceMs, databaseMs - monotonicMs()];
    distanceMs = nowMs;
    return beforeMs !== undefined && Math.abs(nowMs - beforeMs) > STEP_MS;
  };
}

/** Looks at the database, one look at a time; what it finds stands until the next. */
function createCheck(deps: WatchDeps) {
  const { database, clock, monotonicMs, newestSchema } = deps;
  const areKeysAtHand = createKeyCheck(deps);
  let found: ReadinessCause[] = [];
  let callNodes = 1;
  let [lookedAtMs, goodAtMs] = [Number.NEGATIVE_INFINITY, monotonicMs()];
  let steadyFromMs = goodAtMs;
  const steps = createStepFinder(monotonicMs);
  let underWay: Promise<void> | undefined;

  async function ask(): Promise<DatabaseState> {
    return database.db.connection().execute(async (connection) => {
      const askedMs = monotonicMs();
      const state = await readDatabaseState(connection);
      clock.heed({ databaseMs: state.databaseMs, askedMs, answeredMs: monotonicMs() });
      return state;
    });
  }

  async function check(): Promise<void> {
    try {
      const state = await ask();
      found = databaseCauses(state, newestSchema, await areKeysAtHand(state));
      if (monotonicMs() - goodAtMs > SILENCE_LIMIT_MS || steps(state.databaseMs))
        steadyFromMs = monotonicMs();
      goodAtMs = monotonicMs();
      callNodes = Math.max(1, state.callNodes);
      // The name of the database may lead elsewhere by now.
      if (state.isReadOnly) closeIdleConnections(database.pool);
    } catch (error) {
      steadyFromMs = monotonicMs();
      if (!tookTooLong(error as Fault)) found = [causeOfFault(error as Fault)];
      else if (monotonicMs() - goodAtMs > SILENCE_LIMIT_MS) found = ['database_unreachable'];
    }
    lookedAtMs = monotonicMs();
  }

  return {
    /** Looks unless that was done a moment ago; many who ask share one look. */
    refresh(): Promise<void> {
      if (underWay === undefined && monotonicMs() - lookedAtMs < FRESH_MS) return Promise.resolve();
      underWay ??= check().finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    /** A connection was lost: what was found before counts no more. */
    doubt(): void {
      steadyFromMs = monotonicMs();
      lookedAtMs = Number.NEGATIVE_INFINITY;
    },
    callNodes: () => callNodes,
    steadyMs: () => (monotonicMs() - goodAtMs > OVERDUE_MS ? 0 : Math.max(0, goodAtMs - steadyFromMs)),
    causes(): ReadinessCause[] {
      const isSilent = underWay !== undefined && monotonicMs() - goodAtMs > SILENCE_LIMIT_MS;
      return isSilent && found.length === 0 ? ['database_unreachable'] : found;
    },
  };
}

/** Tells the log when a node stops or begins to be ready, and when its clock is off. */
function createReport(log: Log, clock: DatabaseClock): (verdict: ReadinessVerdict) => void {
  let told = JSON.stringify({ causes: [], warnings: [] });
  return (verdict) => {
    const telling = JSON.stringify(verdict);
    if (telling === told) return;
    told = telling;
    const { causes, warnings } = verdict;
    const skewSeconds = Number(clock.skewSeconds().toFixed(3));
    const words = causes.length > 0 ? 'this node is not ready' : 'this node is ready';
    log.warn({ causes, warnings, skewSeconds }, words);
  };
}

const within = (work: Promise<void>, limitMs: number): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limitMs);
  work.then(resolve, resolve);
  return promise.finally(() => clearTimeout(timer));
};

/** Begins to watch; resolves after the first look, with the row written where the database takes it. */
export async function startNodeWatch(deps: WatchDeps): Promise<NodeWatch> {
  const { database, clock, identity, log } = deps;
  const check = createCheck(deps);
  const lag = createLag(deps.monotonicMs);
  const beat = createBeat(deps, lag.take);
  const report = createReport(log, clock);
  const nodes = watchDifferences(database.db, deps.monotonicMs, log);
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  let isStopped = false;
  database.pool.on('error', check.doubt);
  // A connection without the lock says nothing of this node: the next look takes another.
  holdLifeLock(database.pool, identity.nodeId, (client) => void (client as unknown as pg.Client).end());

  const judge = (): ReadinessVerdict =>
    judgeReadiness(
      { ...deps.check(), skewSeconds: clock.skewSeconds(), doNodesDiffer: nodes.differ() },
      check.causes(),
    );
  const tell = (): Promise<void> => beat(judge().causes);
  const beatOnce = (): Promise<void> =>
    tell().catch((error: unknown) => {
      log.debug({ err: error }, 'the row of this node could not be renewed');
    });
  const runCheck = async (): Promise<void> => {
    await check.refresh();
    report(judge());
    await beatOnce();
    await nodes.refresh();
    lag.expect(LOOK_EVERY_MS);
    if (!isStopped) timer = setTimeout(goOn, LOOK_EVERY_MS).unref();
  };
  const goOn = (): void => {
    lag.note();
    turn = runCheck();
  };
  goOn();
  await turn;
  return {
    async readiness() {
      await within(check.refresh(), ANSWER_LIMIT_MS);
      return judge();
    },
    found: judge,
    skewSeconds: () => clock.skewSeconds(),
    callNodes: check.callNodes,
    steadyMs: check.steadyMs,
    nodeId: identity.nodeId,
    tell,
    announce: beatOnce,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await turn;
      await deleteNode(database.db, identity.nodeId).catch(() => undefined);
    },
  };
}
