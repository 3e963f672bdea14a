import { EventEmitter } from 'node:events';
import type { Tables } from '@titular/server/kernel/database/tables/tables.ts';
import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';

/** A job as the runner is given it. */
export type TakenJob = { id: string; attempts: number; payload: Record<string, string> };

/** The one task that jobs of the simulator have, and its number. */
export const TASK = { id: 1, identifier: 'decide-transaction' } as const;

type Query = { text: string; values: unknown[] };
type Client = { query(query: Query): Promise<{ rows: unknown[] }> };
type Send = ((work: (client: Client) => Promise<unknown>) => Promise<unknown>) & { withRetries?: Send };
type Options = Record<string, unknown>;

type Runner = {
  batchGetJobs(...given: [Options, Send, object, string, null, number]): Promise<TakenJob[]>;
  batchCompleteJobs(...given: [Options, Send, string, unknown[]]): Promise<void>;
  batchFailJobs(...given: [Options, Send, string, unknown[]]): Promise<void>;
};

/** Its package names no door to these: they are the statements that a worker sends, and the simulator has no others. */
async function loadRunner(): Promise<Runner> {
  const parts = ['getJobs', 'completeJobs', 'failJobs'].map(
    (name) => import(new URL(`sql/${name}.js`, import.meta.resolve('graphile-worker')).href),
  );
  return Object.assign({}, ...(await Promise.all(parts)));
}

const { batchGetJobs, batchCompleteJobs, batchFailJobs } = await loadRunner();

const OPTIONS: Options = {
  ...{ escapedWorkerSchema: 'graphile_worker', workerSchema: 'graphile_worker' },
  resolvedPreset: { worker: { preparedStatements: false, useNodeTime: false } },
};

/** Sends as the runner does; which number a task has is known here. */
function sendOn(db: Kysely<Tables>): Send {
  const query: Client['query'] = async ({ text, values }) => {
    if (text.includes('_private_tasks')) return { rows: [TASK] };
    return { rows: [...(await db.executeQuery(CompiledQuery.raw(text, values))).rows] };
  };
  const send: Send = (work) => work({ query });
  return Object.assign(send, { withRetries: send });
}

/** Takes one job that is due for a pool of workers. */
export async function takeJob(db: Kysely<Tables>, poolId: string): Promise<TakenJob | undefined> {
  const jobs = await batchGetJobs(OPTIONS, sendOn(db), { [TASK.identifier]: undefined }, poolId, null, 1);
  return jobs[0];
}

/** Writes that a job is done. */
export const completeJob = (
  db: Kysely<Tables>,
  poolId: string,
  { id }: Pick<TakenJob, 'id'>,
): Promise<void> => batchCompleteJobs(OPTIONS, sendOn(db), poolId, [{ id, job_queue_id: null }]);

/** Writes that a try of a job has failed. */
export const failJob = (db: Kysely<Tables>, poolId: string, { id }: Pick<TakenJob, 'id'>): Promise<void> =>
  batchFailJobs(OPTIONS, sendOn(db), poolId, [{ job: { id, job_queue_id: null }, message: 'no' }]);

/** A pool for what sends its statements without Kysely; `emit('remove')` says that it closed a connection. */
export const poolOn = (db: Kysely<Tables>): pg.Pool =>
  Object.assign(new EventEmitter(), {
    query: (text: string, values: unknown[]) => db.executeQuery(CompiledQuery.raw(text, values)),
  }) as unknown as pg.Pool;
