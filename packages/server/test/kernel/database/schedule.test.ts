import { batchTask } from '@titular/server/kernel/database/batches/batch-task.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { releaseAbandonedJobs } from '@titular/server/kernel/jobs/background.ts';
import { listSchedule } from '@titular/server/modules.ts';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

const SCHEDULE = listSchedule();

let clone: ClonedDatabase;
let database: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  database = connect(clone.connectionString, 4, () => undefined);
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

describe('scheduled work', () => {
  test('each task stands there once, and clean-up, expiry and sweep have a queue each (F2, S11)', () => {
    const tasks = SCHEDULE.map(({ task }) => task);
    expect(new Set(tasks).size).toBe(tasks.length);
    const queueOf = (task: string) => SCHEDULE.find((one) => one.task === task)?.queue;
    for (const task of tasks.filter((name) => /^(delete-(expired|old|outlived)|erase-|forget-)/.test(name)))
      expect(queueOf(task), task).toBe('clean-up');
    expect(queueOf('expire-transactions')).toBe('expiry');
    expect(queueOf('release-abandoned-jobs')).toBeUndefined();
  });

  test('what promises a time runs at least every ten minutes, so that nothing is an hour late (F1, S10)', () => {
    for (const { task, match } of SCHEDULE.filter(({ queue }) => queue === 'clean-up'))
      expect(match, task).toMatch(/^\*(\/(5|10))? \* \* \* \*$/);
  });

  test('a queue that a dead process holds is given back with its job (F2)', async () => {
    const { pool } = database;
    await pool.query("SELECT graphile_worker.add_job('delete-old-calls', '{}', queue_name => 'clean-up')");
    await pool.query(`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '10 minutes', locked_by = 'dead';
      UPDATE graphile_worker._private_job_queues SET locked_at = now() - interval '10 minutes', locked_by = 'dead'`);
    await releaseAbandonedJobs(pool, false);
    const { rows } = await pool.query('SELECT locked_by FROM graphile_worker._private_job_queues');
    expect(rows).toEqual([{ locked_by: null }]);
  });

  test('a run that leaves something comes again at once in its queue, one that is done does not (F2, S11)', async () => {
    const helpers = {
      job: { task_identifier: 'delete-expired-links' },
      getQueueName: () => 'clean-up',
      addJob: vi.fn(),
    };
    await batchTask(async () => true)({}, helpers as never);
    expect(helpers.addJob).not.toHaveBeenCalled();
    await batchTask(async () => false)({}, helpers as never);
    expect(helpers.addJob.mock.calls).toEqual([
      ['delete-expired-links', {}, { jobKey: 'delete-expired-links', maxAttempts: 1, queueName: 'clean-up' }],
    ]);
    await batchTask(async (_run, left) => ({ left }))({ after: 1 }, helpers as never);
    expect(helpers.addJob.mock.lastCall?.[1]).toEqual({ left: { after: 1 } });
  });
});
