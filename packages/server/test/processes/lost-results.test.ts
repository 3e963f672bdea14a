import type { FaceEngine } from '@titular/server/faces/engine/face-engine.ts';
import { startFaceEngine } from '@titular/server/faces/engine/worker-face-engine.ts';
import { insertPlatformEvent } from '@titular/server/processes/external/platform-store.ts';
import { platformTasks } from '@titular/server/processes/external/platform-tasks.ts';
import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import type { PlatformEnd, PlatformFault } from '@titular/test-kit/fake-identity-platform.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openResultGround, type ResultGround } from './result-ground.ts';

let engine: FaceEngine;
let selfie: Buffer;
beforeAll(async () => {
  engine = await startFaceEngine({ threads: 1 });
  selfie = await portraitOf('a');
});
afterAll(() => engine.close());

const good = (): PlatformEnd => ({
  result: 'PROCESS_RESULT_OK',
  liveness: 'LIVENESS_RESULT_LIVE',
  authentication: 'AUTHENTICATION_RESULT_POSITIVE',
  selfie,
});

const busy: PlatformFault = { kind: 'status', status: 500 };

/** Carries a task out as the worker does. */
async function runTask(ground: ResultGround, name: string, platform = true): Promise<void> {
  const { deps } = ground;
  const tasks = platformTasks({ ...deps, platform: platform ? deps.platform : undefined });
  await tasks[name]?.({}, {} as never);
}

describe('a platform that is away', () => {
  test('for a minute loses nothing: the result is asked for again, ever more seldom, and taken (R72)', async () => {
    const ground = await openResultGround(engine);
    const id = await ground.start();
    ground.fake.end(id, good());
    await ground.fake.goAway();
    const begunMs = ground.clock.now().getTime();
    await ground.take(id);
    const pauses: number[] = [];
    while (ground.clock.now().getTime() - begunMs < 60_000) pauses.push((await ground.runNext()) ?? 0);
    await ground.fake.comeBack();
    pauses.push(...(await ground.runAll(5)));
    expect(pauses.slice(0, 4).map(Math.round)).toEqual([1, 2, 3, 6]);
    expect(pauses.every((seconds) => seconds <= 60)).toBe(true);
    expect(await ground.statusOf(id)).toBe('ok');
  });

  test('asks no sooner than the platform wants, and each try asks it once (R72)', async () => {
    const ground = await openResultGround(engine);
    const id = await ground.start();
    ground.fake.end(id, good());
    ground.fake.faultFor = () => ({ kind: 'status', status: 429, headers: { 'retry-after': '45' } });
    await ground.take(id);
    expect(ground.fake.count(id)).toBe(1);
    ground.fake.faultFor = () => undefined;
    expect(await ground.runAll(3)).toEqual([45]);
    expect(ground.fake.count(id)).toBe(2);
    expect(await ground.statusOf(id)).toBe('ok');
  });

  test.each<[string, PlatformFault]>([
    ['500', busy],
    ['broken JSON', { kind: 'text', text: '{"process":' }],
    ['a wrong process', { kind: 'members', members: { id: '019aa3c5-0000-7000-8000-000000000000' } }],
    [
      'another person',
      { kind: 'members', members: { person: { duiType: 'DUI_TYPE_BR_CPF', duiValue: '52998224725' } } },
    ],
    ['a huge answer', { kind: 'huge', bytes: 9 * 1024 * 1024 }],
  ])('with %s is never believed, tried again, and believed when it is well', async (_what, fault) => {
    const ground = await openResultGround(engine);
    const id = await ground.start();
    ground.fake.end(id, good());
    ground.fake.faultFor = ({ path }) => (path.includes('/selfie') ? undefined : fault);
    await ground.take(id);
    await ground.runNext();
    expect([await ground.statusOf(id), await ground.countRows('capture_attempts')]).toEqual(['created', 0]);
    ground.fake.faultFor = () => undefined;
    await ground.runAll(2);
    expect(await ground.statusOf(id)).toBe('ok');
  });

  test('for a selfie alone is tried again as well', async () => {
    const ground = await openResultGround(engine);
    const id = await ground.start();
    ground.fake.end(id, good());
    ground.fake.faultFor = ({ path }) => (path.includes('/selfie') ? busy : undefined);
    await ground.take(id);
    ground.fake.faultFor = () => undefined;
    await ground.runAll(2);
    expect(await ground.countRows('capture_frames')).toBe(1);
  });

  test('for good makes the process fail after 60 tries, within hours, and tells it', async () => {
    const ground = await openResultGround(engine);
    const id = await ground.start();
    ground.fake.end(id, good());
    await ground.fake.goAway();
    await ground.take(id);
    const pauses = await ground.runAll(60);
    expect(pauses).toHaveLength(59);
    expect(pauses.reduce((sum, one) => sum + one, 0)).toBeLessThan(2 * 3_600);
    expect([await ground.statusOf(id), await ground.reasonsOf(id)]).toEqual(['error', ['platform_away']]);
    expect(await ground.countRows('events')).toBe(1);
  });

  test('is not blamed for a face engine that is', async () => {
    const ground = await openResultGround(engine);
    const id = await ground.start();
    ground.fake.end(id, good());
    const closed = await startFaceEngine({ threads: 1 });
    await closed.close();
    await ground.take(id, { engine: closed });
    for (let tries = 2; tries < 60; tries += 1) await ground.runNext({ engine: closed });
    expect(await ground.statusOf(id)).toBe('created');
    await ground.runNext({ engine: closed });
    expect([await ground.statusOf(id), await ground.reasonsOf(id)]).toEqual(['error', ['engine_away']]);
  });
});

test('an event is known again for 7 days, and then forgotten', async () => {
  const ground = await openResultGround(engine);
  const { db } = ground.database;
  const [processId, now] = [await ground.start(), ground.clock.now()];
  for (const [eventId, days] of [
    ['old', 7.01],
    ['young', 6.99],
  ] as const) {
    const receivedAt = new Date(now.getTime() - days * 86_400_000);
    expect(await insertPlatformEvent(db, ground.tenantId, { eventId, processId, receivedAt })).toBe(true);
    expect(await insertPlatformEvent(db, ground.tenantId, { eventId, processId, receivedAt })).toBe(false);
  }
  await runTask(ground, 'delete-old-platform-events');
  expect(await db.selectFrom('platform_events').select('event_id').execute()).toEqual([
    { event_id: 'young' },
  ]);
});

describe('a process that nobody told of', () => {
  test('is asked about once its time is up, once at a time, before it expires', async () => {
    const ground = await openResultGround(engine);
    const id = await ground.start();
    ground.fake.end(id, good());
    await runTask(ground, 'end-overdue-platform-processes');
    expect(await ground.listJobs()).toEqual([]);
    ground.clock.advanceSeconds(3_600);
    ground.fake.faultFor = () => busy;
    await runTask(ground, 'end-overdue-platform-processes');
    await ground.runNext();
    await ground.runNext();
    const [waiting] = await ground.listJobs();
    await runTask(ground, 'end-overdue-platform-processes');
    expect(await ground.listJobs()).toEqual([waiting]);
    ground.fake.faultFor = () => undefined;
    await ground.runAll(8);
    expect(await ground.statusOf(id)).toBe('ok');
  });

  test('expires a day later where it could not be asked about, and at once where there is no platform any more', async () => {
    const ground = await openResultGround(engine);
    const [late, orphan] = [await ground.start(), await ground.start()];
    ground.clock.advanceSeconds(3_600);
    await runTask(ground, 'end-overdue-platform-processes');
    expect([await ground.statusOf(late), (await ground.listJobs()).length]).toEqual(['created', 2]);
    // As after faults that were more than the job may have.
    await sql`UPDATE graphile_worker._private_jobs SET attempts = max_attempts`.execute(ground.database.db);
    await sql`UPDATE processes SET expires_at = expires_at + interval '1 day' WHERE process_id = ${orphan}`.execute(
      ground.database.db,
    );
    ground.clock.advanceSeconds(86_400);
    await runTask(ground, 'end-overdue-platform-processes');
    expect([await ground.statusOf(late), await ground.statusOf(orphan)]).toEqual(['expired', 'created']);
    await sql`DELETE FROM graphile_worker._private_jobs`.execute(ground.database.db);
    await runTask(ground, 'end-overdue-platform-processes', false);
    expect(await ground.statusOf(orphan)).toBe('expired');
  });
});
