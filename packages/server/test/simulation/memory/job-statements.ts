import { EventEmitter } from 'node:events';
import type { Db } from '@titular/server/kernel/database/connect.ts';
import type { Tables } from '@titular/server/kernel/database/tables/tables.ts';
import { createLostJobs } from '@titular/server/kernel/jobs/lost-jobs.ts';
import { unlockJobs } from '@titular/server/kernel/jobs/work-names.ts';
import { takeDeadNames } from '@titular/server/nodes/dead-nodes.ts';
import { type Node, saveNode } from '@titular/server/nodes/node-store.ts';
import { type Kysely, sql } from 'kysely';
import type { Statement } from './memory-database.ts';
import { keyOf, type Row, type View } from './memory-rows.ts';
import { completeJob, failJob, poolOn, takeJob } from './runner.ts';
import { ID } from './sample-values.ts';

/** A job as the runner keeps it. */
export type JobRow = Row & {
  id: string;
  task_id: number;
  payload: Readonly<Record<string, string>>;
  attempts: number;
  max_attempts: number;
  run_at: Date;
  locked_by: string | null;
  locked_at: Date | null;
};

/** A process, by its row. */
export type NodeRow = Row & { node_id: string; beat: number; work_names: readonly string[]; seen_at: Date };

/** Tables by what PostgreSQL calls them, and which nodes have a connection: who has one shares a lock. */
export const JOBS = 'graphile_worker._private_jobs';
export const NODES = 'nodes';
export const CONNECTIONS = '#connections';

/** Place of the names among the parameters of a renewal. */
const NAMES_PLACE = 13;
/** Locks of the database that no row has. */
const LIFE_LOCKS = '#life';

/** A node with nothing to tell but its names. */
export const nodeOf = (nodeId: Node['nodeId'], workNames: readonly string[]): Node => ({
  ...{ nodeId, name: 'node', version: '1', engineVersion: undefined, otherEngineVersion: undefined },
  ...{ masterKeyIds: [], skewSeconds: 0, answersCalls: false, settings: {}, causes: [], workNames },
});

/** As if a node had not renewed its row for so many seconds. */
export const silenceNode = (db: Db, nodeId: string, seconds: number): Promise<unknown> =>
  sql`UPDATE nodes SET seen_at = clock_timestamp() - make_interval(secs => ${seconds})
    WHERE node_id = ${nodeId}`.execute(db);

const isAvailable = ({ locked_at, attempts, max_attempts }: JobRow): boolean =>
  locked_at === null && attempts < max_attempts;

/** Changes rows that fit when the statement begins and still do once they are locked: UPDATE … WHERE. */
function updateEach<R extends Row>(
  view: View,
  table: string,
  keyOfRow: (row: R) => string,
  fits: (row: R) => boolean,
  change: (row: R) => Row,
): R[] {
  const chosen = view.once(() => view.list<R>(table).filter(fits).map(keyOfRow));
  for (const key of chosen) view.lock(table, key);
  return chosen.flatMap((key) => {
    const row = view.find<R>(table, key);
    if (!row || !fits(row)) return [];
    view.put(table, key, change(row));
    return [row];
  });
}

const keyOfJob = ({ id }: JobRow): string => keyOf(id);
const UNLOCKED = { locked_by: null, locked_at: null };
/** What a failure adds to the time of a job. */
const pauseMs = (attempts: number): number => Math.exp(Math.min(attempts, 10)) * 1_000;

function takeDue(view: View, [poolId, taskIds]: readonly unknown[]): Row[] {
  const [job] = view
    .list<JobRow>(JOBS)
    .filter((row) => isAvailable(row) && row.run_at <= view.now())
    .filter(({ task_id }) => (taskIds as number[]).includes(task_id))
    .toSorted((one, other) => Number(one.run_at) - Number(other.run_at))
    .filter((row) => !view.isHeldElsewhere(JOBS, keyOfJob(row)));
  if (!job) return [];
  const taken = { ...job, attempts: job.attempts + 1, locked_by: poolId, locked_at: view.now() };
  view.put(JOBS, keyOfJob(job), taken);
  return [taken];
}

/** A renewal that is late changes nothing. */
function renew(view: View, parameters: readonly unknown[]): Row[] {
  const [node_id, beat] = parameters as [string, number];
  view.hold(NODES, keyOf(node_id));
  const before = view.find<NodeRow>(NODES, keyOf(node_id));
  if (before && before.beat >= beat) return [];
  const work_names = parameters[NAMES_PLACE];
  view.put(NODES, keyOf(node_id), { node_id, beat, work_names, seen_at: view.now() });
  return [{}];
}

function findDead(view: View, [ownId, silent, lost]: readonly unknown[]): Row[] {
  const ago = (seconds: unknown): number => view.now().getTime() - Number(seconds) * 1_000;
  const tryLock = ({ node_id }: NodeRow): boolean => {
    if (view.find(CONNECTIONS, keyOf(node_id)) || view.isHeldElsewhere(LIFE_LOCKS, keyOf(node_id)))
      return false;
    view.hold(LIFE_LOCKS, keyOf(node_id));
    return true;
  };
  const isDead = (row: NodeRow): boolean => {
    const seenMs = row.seen_at.getTime();
    if (seenMs < ago(silent)) return true;
    const isLate = seenMs < ago(lost) || seenMs > ago(-Number(lost));
    return isLate && tryLock(row);
  };
  return view
    .list<NodeRow>(NODES)
    .filter((row) => row.node_id !== ownId && row.work_names.length > 0 && isDead(row))
    .filter(({ node_id }) => !view.isHeldElsewhere(NODES, keyOf(node_id)))
    .map((row) => {
      const { work_names } = row;
      view.put(NODES, keyOf(row.node_id), { ...row, work_names: tryLock(row) ? [] : work_names });
      return { work_names };
    });
}

/** Statements by which jobs are taken and given back, and nodes say that they live. */
export const JOB_STATEMENTS: Readonly<Record<string, Statement>> = {
  takeJob: { sentBy: (db) => takeJob(db as Kysely<Tables>, ID), run: takeDue },
  completeJob: {
    sentBy: (db) => completeJob(db as Kysely<Tables>, ID, { id: '1' }),
    run: (view, [id]) => {
      const row = view.lock(JOBS, keyOf(id));
      if (row) view.remove(JOBS, keyOf(id));
      return row ? [row] : [];
    },
  },
  failJob: {
    sentBy: (db) => failJob(db as Kysely<Tables>, ID, { id: '1' }),
    run: (view, [poolId, failed]) => {
      const ids = (JSON.parse(String(failed)) as { jobId: string }[]).map(({ jobId }) => jobId);
      const fits = ({ id, locked_by }: JobRow): boolean => ids.includes(id) && locked_by === poolId;
      return updateEach<JobRow>(view, JOBS, keyOfJob, fits, (row) => {
        const fromMs = Math.max(view.now().getTime(), row.run_at.getTime());
        return { ...row, ...UNLOCKED, run_at: new Date(fromMs + pauseMs(row.attempts)) };
      });
    },
  },
  unlockJobs: {
    sentBy: (db) => unlockJobs(db, []),
    run: (view, [names]) => {
      const fits = ({ locked_by }: JobRow): boolean =>
        locked_by !== null && (names as string[]).includes(locked_by);
      updateEach<JobRow>(view, JOBS, keyOfJob, fits, (row) => ({ ...row, ...UNLOCKED }));
      return [{}];
    },
  },
  listTakings: {
    sentBy: (db) => createLostJobs(poolOn(db as Kysely<Tables>), new EventEmitter() as never).look([ID]),
    run: (view, [poolIds]) =>
      view.list<JobRow>(JOBS).filter(({ locked_by }) => (poolIds as unknown[]).includes(locked_by)),
  },
  saveNode: { sentBy: (db) => saveNode(db, nodeOf(ID, [])), run: renew },
  takeDeadNames: { sentBy: (db) => takeDeadNames(db, ID), run: findDead },
  silenceNode: {
    sentBy: (db) => silenceNode(db, ID, 0),
    run: (view, [seconds, nodeId]) => {
      const row = view.lock(NODES, keyOf(nodeId));
      if (!row) return [];
      const seen_at = new Date(view.now().getTime() - Number(seconds) * 1_000);
      view.put(NODES, keyOf(nodeId), { ...row, seen_at });
      return [row];
    },
  },
};
