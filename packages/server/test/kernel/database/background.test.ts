import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { releaseAbandonedJobs } from '@titular/server/kernel/jobs/background.ts';
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
