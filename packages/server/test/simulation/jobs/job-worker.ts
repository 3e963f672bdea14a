import { EventEmitter } from 'node:events';
import { newId } from '@titular/server/kernel/base/id.ts';
import type { Db } from '@titular/server/kernel/database/connect.ts';
import { createLostJobs, LOOKS_IN_DOUBT } from '@titular/server/kernel/jobs/lost-jobs.ts';
import { createWorkNames, unlockJobs } from '@titular/server/kernel/jobs/work-names.ts';
import { deadNodesSweep, SILENT_SECONDS, STEADY_MS } from '@titular/server/nodes/dead-nodes.ts';
import { saveNode } from '@titular/server/nodes/node-store.ts';
import { decideSubject, type SubjectTable } from '@titular/server/subjects/index.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import type { ManualClock } from '@titular/test-kit/time/manual-clock.ts';
import type { WorkerEvents } from 'graphile-worker';
import { CONNECTIONS, JOBS, type JobRow, NODES, type NodeRow, nodeOf } from '../memory/job-statements.ts';
import type { MemoryProcess } from '../memory/memory-database.ts';
import { keyOf, type MemoryRows } from '../memory/memory-rows.ts';
import { completeJob, failJob, poolOn, type TakenJob, takeJob } from '../memory/runner.ts';
import { TENANT } from '../statuses/status-world.ts';

/** One taking of a job by a worker. */
type Taking = { jobId: string; attempts: number; pool: string; process: Worker; isOver: boolean };

/** A process that runs jobs. */
export type Worker = MemoryProcess & {
  nodeId: string;
  /** The name under which it takes jobs; none before others were told of it. */
  pool: string | undefined;
  /** Takes a job, and does it. */
  work(): Promise<void>;
  /** Renews its row. */
  beat(): Promise<void>;
  /** Looks for lost jobs, and starts its runner where none is there. */
  look(): Promise<void>;
  /** Has its runner end by itself, and starts another one. */
  restart(): Promise<void>;
  /** Looks for the dead. */
  sweep(): Promise<void>;
};

/** What processes share. */
export type Shared = {
  rows: MemoryRows;
  clock: ManualClock;
  of: SubjectTable;
  takings: Taking[];
  /** Pools whose jobs are anybody's: their own process gave them back, or others did once it was dead. */
  givenBack: Set<string>;
  /** Those of processes that live and were silent for too long: what they take before they renew their row is named nowhere. */
  silenced: Set<string>;
  bad: string[];
  living(): Worker[];
};

const LOST = '08006';

const isLost = (error: unknown): boolean => (error as { code?: string }).code === LOST;

/** Says that jobs of these pools are anybody's; those of a process that lives and has renewed its row are not. */
function noteReleased(shared: Shared, names: readonly string[]): void {
  const { rows, clock, bad, givenBack, silenced, living } = shared;
  for (const { nodeId, pool } of living()) {
    const row = rows.committed<NodeRow>(NODES).find(({ node_id }) => node_id === nodeId);
    const silentMs = clock.now().getTime() - (row?.seen_at.getTime() ?? 0);
    if (pool === undefined || !names.includes(pool)) continue;
    silenced.add(pool);
    if (silentMs < SILENT_SECONDS * 1_000)
      bad.push(`the work of a process that lives is given away after ${silentMs / 1_000} s`);
  }
  for (const name of names) givenBack.add(name);
}

/** Begins a taking: none of the same job may be under way, unless its pool was given back. */
function beginTaking(
  { takings, bad, givenBack }: Shared,
  process: Worker,
  pool: string,
  job: TakenJob,
): Taking {
  const isOpen = (one: Taking): boolean =>
    one.jobId === job.id && !one.isOver && !one.process.isDead() && !givenBack.has(one.pool);
  if (takings.some(isOpen)) bad.push('two work on one job at once');
  const taking = { jobId: job.id, attempts: job.attempts, pool, process, isOver: false };
  takings.push(taking);
  return taking;
}

/** Opens the connections of a process, or has the server see that they ended. */
export function setConnection({ rows }: Pick<Shared, 'rows'>, nodeId: string, isOpen: boolean): void {
  const transaction = rows.begin();
  const view = transaction.openView();
  if (isOpen) view.put(CONNECTIONS, keyOf(nodeId), { node_id: nodeId });
  else view.remove(CONNECTIONS, keyOf(nodeId));
  transaction.commit();
}

/** Does what a worker of the runner does with a job that it has taken. */
function createHands(shared: Shared, process: MemoryProcess, skewSeconds: number) {
  const { clock, of } = shared;
  const { db } = process;
  const own = { now: () => new Date(clock.now().getTime() + skewSeconds * 1_000) };
  const events: WorkerEvents = new EventEmitter();
  const decide = ({ payload }: TakenJob): Promise<boolean> => {
    const subject = { tenantId: TENANT, subjectId: asId(String(payload['transactionId'])) };
    return decideSubject({ db, clock: own }, of, subject, async () => ({
      event: 'approve',
      actor: 'service',
    }));
  };
  return {
    events,
    /** The end is told to the process before it is written. */
    async run(job: TakenJob, taking: Taking): Promise<void> {
      events.emit('job:start', { job } as never);
      const isDone = await decide(job).then(
        () => true,
        () => false,
      );
      taking.isOver = true;
      events.emit('job:complete', { job } as never);
      await (isDone ? completeJob : failJob)(db, taking.pool, job);
    },
  };
}

/** Starts what runs jobs again and again, each time under a name of its own that others were told of before. */
function createRunner(shared: Shared, { db }: MemoryProcess, nodeId: string, events: WorkerEvents) {
  const names = createWorkNames();
  const beat = (): Promise<void> => saveNode(db, nodeOf(nodeId, names.list()));
  names.tellBy(beat);
  let last: string | undefined;
  let name: string | undefined;
  return {
    beat,
    name: () => name,
    names: () => names.list(),
    end: (): void => {
      name = undefined;
    },
    async start(): Promise<void> {
      if (last !== undefined) {
        shared.givenBack.add(last);
        await unlockJobs(db, names.list());
      }
      last = `pool-${newId()}`;
      events.emit('pool:create', {} as never);
      await names.add('jobs', last);
      name = last;
    },
  };
}

/** Opens a process whose clock is off by so many seconds: a shell of the test around the runner's own statements, and the rest is the service's. */
export function openWorker(shared: Shared, process: MemoryProcess, skewSeconds: number): Worker {
  const { rows, takings, bad } = shared;
  const nodeId = newId();
  const { db } = process;
  const { events, run } = createHands(shared, process, skewSeconds);
  const runner = createRunner(shared, process, nodeId, events);
  const pool = poolOn(db);
  const lost = createLostJobs(pool, events);
  let isNew = true;
  const running = new Set<Promise<void>>();
  setConnection(shared, nodeId, true);

  const endRunner = async (): Promise<void> => {
    runner.end();
    await Promise.allSettled(running);
  };
  const workOnce = async (name: string): Promise<void> => {
    const job = await takeJob(db, name).catch((error: unknown) => {
      if (!isLost(error)) throw error;
      pool.emit('remove', undefined as never);
    });
    // Where its end is not written, what runs jobs ends by itself.
    if (job) await run(job, beginTaking(shared, worker, name, job)).catch(runner.end);
  };
  /** Has the looks behind it that follow a start, which found nothing. */
  const growOld = async (): Promise<void> => {
    isNew = false;
    const { query } = pool;
    Object.assign(pool, { query: async () => ({ rows: [] }) });
    for (let looks = 0; looks < LOOKS_IN_DOUBT; looks += 1) await lost.look(runner.names());
    Object.assign(pool, { query });
  };
  let looking = Promise.resolve();
  /** One at a time, as the service looks. */
  const lookOnce = async (): Promise<void> => {
    const name = runner.name();
    if (name === undefined) {
      await endRunner();
      await runner.start();
      if (isNew) await growOld();
      return;
    }
    if (!(await lost.look(runner.names()))) return;
    const isKnown = ({ id, attempts }: TakenJob): boolean =>
      takings.some((one) => one.jobId === id && one.attempts === attempts && one.process === worker);
    const held = rows
      .committed<JobRow>(JOBS)
      .filter(({ locked_by }) => runner.names().includes(String(locked_by)));
    if (held.every(isKnown)) bad.push('a runner ends though none of its jobs was lost');
    await endRunner();
    await runner.start();
  };
  const worker: Worker = Object.assign(process, {
    ...{ nodeId, pool: undefined, beat: runner.beat },
    async work() {
      const name = runner.name();
      if (name === undefined) return;
      const working = workOnce(name);
      running.add(working);
      await working.finally(() => running.delete(working));
    },
    look() {
      looking = looking.then(lookOnce, lookOnce);
      return looking;
    },
    restart() {
      runner.end();
      return worker.look();
    },
    async sweep() {
      const release = async (trx: Db, dead: readonly string[]): Promise<void> => {
        noteReleased(shared, dead);
        await unlockJobs(trx, dead);
      };
      const { look } = deadNodesSweep({ nodeId, steadyMs: () => STEADY_MS }, release);
      await db.transaction().execute(look);
    },
  });
  Object.defineProperty(worker, 'pool', { get: runner.name });
  return worker;
}
