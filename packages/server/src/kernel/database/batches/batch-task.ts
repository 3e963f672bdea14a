import type { Task } from 'graphile-worker';
import { type RunTime, startRun } from './until-none.ts';

/** A task that works in batches for as long as a run may take, and comes again at once, after others of its queue, where some is left. */
export const batchTask =
  (work: (run: RunTime) => Promise<boolean>): Task =>
  async (_payload, helpers) => {
    if (await work(startRun())) return;
    const { task_identifier: task } = helpers.job;
    const queueName = await helpers.getQueueName();
    await helpers.addJob(task, {}, { jobKey: task, maxAttempts: 1, ...(queueName ? { queueName } : {}) });
  };
