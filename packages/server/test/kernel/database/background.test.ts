import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { releaseAbandonedJobs, rescheduleAheadJobs } from '@titular/server/kernel/jobs/background.ts';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let clone: ClonedDatabase;
let database: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  database = connect(clone.connectionString, 10, () => undefined);
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

const addJob = (task: string) => database.pool.query(`SELECT graphile_worker.add_job($1, '{}')`, [task]);
const lockAll = (age: string) =>
  database.pool.query(
    `UPDATE graphile_worker._private_jobs SET locked_at = now() - $1::interval, locked_by = 'a process that died'`,
    [age],
  );
async function countLocked(): Promise<number> {
  const { rows } = await database.pool.query<{ count: string }>(
    'SELECT count(*) FROM graphile_worker.jobs WHERE locked_by IS NOT NULL',
  );
  return Number(rows[0]?.count);
}

test('jobs of a process that died are given back after three minutes, and at once where no other process can be (R45)', async () => {
  await addJob('decide-transaction');
  await lockAll('170 seconds');
  await releaseAbandonedJobs(database.pool, false);
  expect(await countLocked()).toBe(1);
  await lockAll('181 seconds');
  await releaseAbandonedJobs(database.pool, false);
  expect(await countLocked()).toBe(0);
  await lockAll('1 second');
  await releaseAbandonedJobs(database.pool, true);
  expect(await countLocked()).toBe(0);
  await releaseAbandonedJobs(database.pool, true);
  await database.pool.query('DELETE FROM graphile_worker._private_jobs');
});

test('jobs that were added or failed while the clock of the database was an hour ahead run once it is set back, others when they are due (R84)', async () => {
  const { pool } = database;
  const seconds = async (): Promise<Record<string, number>> => {
    const { rows } = await pool.query<{ task: string; seconds: number }>(
      `SELECT task_identifier AS task, greatest(0, round(extract(epoch FROM run_at - now())))::integer AS seconds
       FROM graphile_worker.jobs`,
    );
    return Object.fromEntries(rows.map((row) => [row.task, row.seconds]));
  };
  const add = async (task: string, attempts: number, updatedSeconds: number, runSeconds: number) => {
    await addJob(task);
    await pool.query(
      `UPDATE graphile_worker._private_jobs j SET attempts = $2, updated_at = now() + make_interval(secs => $3),
         run_at = now() + make_interval(secs => $4)
       FROM graphile_worker._private_tasks t WHERE t.id = j.task_id AND t.identifier = $1`,
      [task, attempts, updatedSeconds, runSeconds],
    );
  };
  await add('added ahead', 0, 3_600, 3_600);
  await add('added ahead for later', 0, 3_600, 9_600);
  await add('failed ahead', 3, 0, 3_620);
  await add('failed', 3, 0, 15);
  await add('for later', 0, 0, 7_200);
  for (let time = 0; time < 2; time += 1) {
    await rescheduleAheadJobs(pool);
    expect(await seconds()).toEqual({
      ...{
        'added ahead': 0,
        'added ahead for later': 6_000,
        'failed ahead': 20,
        failed: 15,
        'for later': 7_200,
      },
    });
  }
});
