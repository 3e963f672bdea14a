import { startBackground } from '@titular/server/kernel/jobs/background.ts';
import { createSchedule, type ScheduleRow } from '@titular/server/kernel/jobs/schedule.ts';
import { createWorkNames } from '@titular/server/kernel/jobs/work-names.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type OutboxFixture, openOutboxFixture } from './outbox-fixture.ts';

const ROWS: readonly ScheduleRow[] = [
  { task: 'each-minute', match: '* * * * *', queue: 'expiry' },
  { task: 'at-seven', match: '7 * * * *' },
];

/** A process with a clock that is moved by hand, from half a minute past noon. */
function openProcess({ another }: OutboxFixture) {
  let at = '12:00:30';
  const clock = { now: () => new Date(`2026-03-01T${at}Z`) };
  const schedule = createSchedule(another().pool, ROWS, clock);
  return {
    async lookAt(time: string): Promise<void> {
      at = time;
      await schedule.look();
    },
  };
}

/** Takes the jobs that wait, as whoever runs them. */
async function takeTasks({ database, listJobs }: OutboxFixture): Promise<string[]> {
  const tasks = (await listJobs()).map(({ task }) => task).toSorted();
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(database.db);
  return tasks;
}

test('a schedule adds what is due in a minute once, whichever process sees the minute first', async () => {
  const fixture = await openOutboxFixture();
  const [one, other] = [openProcess(fixture), openProcess(fixture)];
  await one.lookAt('12:00:59');
  expect(await takeTasks(fixture)).toEqual([]);
  await Promise.all([one.lookAt('12:01:00'), other.lookAt('12:01:01')]);
  const [job] = await fixture.listJobs();
  expect(job).toMatchObject({ queue: 'expiry', max_attempts: 1, key: 'each-minute' });
  expect(await takeTasks(fixture)).toEqual(['each-minute']);
  await one.lookAt('12:01:59');
  expect(await takeTasks(fixture)).toEqual([]);
});

test('a process that stood still makes up for what it missed, once for each task', async () => {
  const fixture = await openOutboxFixture();
  const one = openProcess(fixture);
  await one.lookAt('12:09:00');
  expect(await takeTasks(fixture)).toEqual(['at-seven', 'each-minute']);
});

test('what was added under a clock that has been set back holds up nothing (R84)', async () => {
  const fixture = await openOutboxFixture();
  const [one, other] = [openProcess(fixture), openProcess(fixture)];
  await one.lookAt('13:02:00');
  await takeTasks(fixture);
  await other.lookAt('12:02:00');
  expect(await takeTasks(fixture)).toEqual(['each-minute']);
  await one.lookAt('12:03:00');
  expect(await takeTasks(fixture)).toEqual(['each-minute']);
});

test('a minute in which the database was away is tried again', async () => {
  const fixture = await openOutboxFixture();
  const one = openProcess(fixture);
  await sql`ALTER TABLE graphile_worker._private_known_crontabs RENAME TO away`.execute(fixture.database.db);
  await expect(one.lookAt('12:01:00')).rejects.toThrow('does not exist');
  await sql`ALTER TABLE graphile_worker.away RENAME TO _private_known_crontabs`.execute(fixture.database.db);
  await one.lookAt('12:01:10');
  expect(await takeTasks(fixture)).toEqual(['each-minute']);
});

test("background jobs are started by the clock that they are given, not the machine's (R84)", async () => {
  const fixture = await openOutboxFixture();
  const { database, log } = fixture;
  let now = new Date('2031-01-01T00:06:59Z');
  const run: string[] = [];
  const note = (task: string) => async () => void run.push(task);
  const background = await startBackground(
    database.pool,
    { schedule: ROWS, tasks: { 'each-minute': note('each-minute'), 'at-seven': note('at-seven') } },
    { log, clock: { now: () => now }, workNames: createWorkNames() },
  );
  now = new Date('2031-01-01T00:07:00Z');
  try {
    await eventually(() => expect(run.toSorted()).toEqual(['at-seven', 'each-minute']));
  } finally {
    await background.stop();
  }
});
