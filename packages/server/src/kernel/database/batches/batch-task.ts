import type { Task } from 'graphile-worker';
import { type RunTime, startRun } from './until-none.ts';

/**
 * A task that works in batches for as long as a run may take, and comes again at once, after others of its queue, where some is left. What the
 * work answers beside true and false is handed to the next run, in whichever process.
 */
export const batchTask =
  (work: (run: RunTime, left: unknown) => Promise<boolean | object>): Task =>
  async (payload, helpers) => {
    const left = await work(startRun(), payload);
    if (left === true) return;
    const { task_identifier: task } = helpers.job;
    const queueName = await helpers.getQueueName();
    await helpers.addJob(task, left || {}, {
      jobKey: task,
      maxAttempts: 1,
      ...(queueName ? { queueName } : {}),
    });
  };
