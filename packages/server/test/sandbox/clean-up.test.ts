import { addSeconds } from '@titular/server/kernel/base/clock.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { startRuns } from '@titular/server/sandbox/runs/advance-runs.ts';
import { createCleanUp } from '@titular/server/sandbox/runs/clean-up.ts';
import { createSettings } from '@titular/server/tenants/settings-cache.ts';
import { createManualClock } from '@titular/test-kit';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const DAY_SECONDS = 24 * 3600;

let clone: ClonedDatabase;
let database: Database;
beforeAll(async () => {
  clone = await cloneDatabase();
  database = connect(clone.connectionString, 2, () => undefined);
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

test('forgets all runs that were over 30 days ago and all calls of an hour ago, batch by batch, and nothing that is under way', async () => {
  const clock = createManualClock();
  const { db } = database;
  const now = clock.now();
  const runs = [
    ...Array.from({ length: 5 }, () => ({ scenario: 'old', seconds: 30 * DAY_SECONDS + 1, dueAt: null })),
    { scenario: 'young', seconds: 30 * DAY_SECONDS - 1, dueAt: null },
    { scenario: 'under-way', seconds: 40 * DAY_SECONDS, dueAt: now },
  ];
  for (const { scenario, seconds, dueAt } of runs)
    await db
      .insertInto('sandbox_runs')
      .values({
        tenant_id: newId(),
        subject_kind: 'transaction',
        subject_id: newId(),
        scenario,
        started_at: addSeconds(now, -seconds),
        due_at: dueAt,
      })
      .execute();
  for (const seconds of [3599, 3601, 3602, 3603, 3604])
    await db
      .insertInto('sandbox_refused_calls')
      .values({
        tenant_id: newId(),
        fingerprint: Buffer.from(String(seconds)),
        refused_at: addSeconds(now, -seconds),
      })
      .execute();
  const leftOver = async () => ({
    runs: (await db.selectFrom('sandbox_runs').select('scenario').orderBy('scenario').execute()).map(
      ({ scenario }) => scenario,
    ),
    calls: (await db.selectFrom('sandbox_refused_calls').select('fingerprint').execute()).map((row) =>
      row.fingerprint.toString(),
    ),
  });
  const forget = createCleanUp({ db, clock }, 2);
  await forget();
  expect(await leftOver()).toEqual({ runs: ['under-way', 'young'], calls: ['3599'] });
  clock.advanceSeconds(3599);
  await forget();
  expect((await leftOver()).runs).toEqual(['under-way', 'young']);
  clock.advanceSeconds(1);
  await forget();
  expect(await leftOver()).toEqual({ runs: ['under-way'], calls: [] });
});

test('what a sweep found begins nothing once following has stopped', async () => {
  const clock = createManualClock();
  const { db } = database;
  const old = { tenant_id: newId(), fingerprint: Buffer.from('old'), refused_at: new Date(0) };
  await db.insertInto('sandbox_refused_calls').values(old).execute();
  const isLeft = async (): Promise<boolean> =>
    (await db.selectFrom('sandbox_refused_calls').select('fingerprint').execute()).length > 0;
  const settings = createSettings(db, clock);
  const needs = { settings, retrySeconds: 1_800, environment: 'test' } as const;
  const start = () => startRuns({ db, clock, log: createLog('silent'), ...needs });
  const stopped = start();
  const act = await stopped.sweep.look(db);
  await stopped.stop();
  act();
  await stopped.stop();
  expect(await isLeft()).toBe(true);
  const going = start();
  (await going.sweep.look(db))();
  await eventually(async () => expect(await isLeft()).toBe(false));
  await going.stop();
});
