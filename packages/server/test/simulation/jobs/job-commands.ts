import { EventEmitter } from 'node:events';
import type { Tables } from '@titular/server/kernel/database/tables/tables.ts';
import { createLostJobs } from '@titular/server/kernel/jobs/lost-jobs.ts';
import { unlockJobs } from '@titular/server/kernel/jobs/work-names.ts';
import { takeDeadNames } from '@titular/server/nodes/dead-nodes.ts';
import { saveNode } from '@titular/server/nodes/node-store.ts';
import { type Kysely, sql } from 'kysely';
import { JOBS, type JobRow, nodeOf, silenceNode } from '../memory/job-statements.ts';
import type { View } from '../memory/memory-rows.ts';
import { pick, type Store } from '../memory/names.ts';
import { completeJob, failJob, poolOn, TASK, takeJob } from '../memory/runner.ts';

const IDS = ['1', '2', '3'];
const runAt = (id: string): Date => new Date(Date.UTC(2020, 0, Number(id)));
const SILENT_SECONDS = 20;

/** Has three jobs wait in PostgreSQL, each due before the next. */
export async function fillJobs(db: Kysely<Tables>): Promise<void> {
  await sql`INSERT INTO graphile_worker._private_tasks (id, identifier) OVERRIDING SYSTEM VALUE
    VALUES (${TASK.id}, ${TASK.identifier}) ON CONFLICT DO NOTHING`.execute(db);
  for (const id of IDS)
    await sql`INSERT INTO graphile_worker._private_jobs (id, task_id, max_attempts, run_at) OVERRIDING SYSTEM VALUE
      VALUES (${id}, ${TASK.id}, 25, ${runAt(id)})`.execute(db);
}

/** A job that waits, as the relay hands it over. */
export const waitingJob = (id: string, payload: JobRow['payload'], run_at: Date): JobRow => ({
  ...{ id, task_id: TASK.id, payload, run_at },
  ...{ attempts: 0, max_attempts: 25, locked_by: null, locked_at: null },
});

/** The same three in memory. */
export function fillMemoryJobs(view: View): void {
  for (const id of IDS) view.put(JOBS, id, waitingJob(id, {}, runAt(id)));
}

/** Commands on jobs and nodes: pools and nodes have the names of processes. */
export const JOB_COMMANDS: Readonly<Record<string, Store>> = {
  takeJob: async (trx, { processes }, place) => {
    const job = await takeJob(trx, pick(processes, place));
    return job && { id: job.id, attempts: job.attempts };
  },
  completeJob: (trx, { processes }, place, how) =>
    completeJob(trx, pick(processes, place), { id: pick(IDS, how) }),
  failJob: (trx, { processes }, place, how) => failJob(trx, pick(processes, place), { id: pick(IDS, how) }),
  unlockJobs: (trx, { processes }, place) => unlockJobs(trx, [pick(processes, place)]),
  lookForJobs: async (trx, { processes }, place) => {
    const lost = createLostJobs(poolOn(trx), new EventEmitter() as never);
    return [await lost.look(processes.slice(place % 2)), await lost.look(processes.slice(place % 2))];
  },
  saveNode: (trx, { processes }, place, how) =>
    saveNode(trx, nodeOf(pick(processes, place), [`name ${how}`])),
  silenceNode: async (trx, { processes }, place, how) => {
    await silenceNode(trx, pick(processes, place), how * SILENT_SECONDS);
  },
  takeDeadNames: (trx, { processes }, _place, how) => takeDeadNames(trx, pick(processes, how)),
};
