import type { FaceEngine } from '@titular/face-engine/engine/face-engine.ts';
import { startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';
import { insertPlatformEvent } from '@titular/server/processes/external/platform-store.ts';
import { platformTasks } from '@titular/server/processes/external/platform-tasks.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import type { PlatformEnd, PlatformFault } from '@titular/test-kit/services/fake-identity-platform.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openResultFixture, type ResultFixture } from './result-fixture.ts';

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
async function runTask(fixture: ResultFixture, name: string, platform = true): Promise<void> {
  const { deps } = fixture;
  const tasks = platformTasks({ ...deps, platform: platform ? deps.platform : undefined });
  await tasks[name]?.({}, {} as never);
}

describe('a platform that is away', () => {
  test('for a minute loses nothing: the result is asked for again, ever more seldom, and taken (R72)', async () => {
    const fixture = await openResultFixture(engine);
    const id = await fixture.start();
    fixture.fake.end(id, good());
    await fixture.fake.stopAnswering();
    const begunMs = fixture.clock.now().getTime();
    await fixture.take(id);
    const pauses: number[] = [];
    while (fixture.clock.now().getTime() - begunMs < 60_000) pauses.push((await fixture.runNext()) ?? 0);
    await fixture.fake.comeBack();
    pauses.push(...(await fixture.runAll(5)));
    expect(pauses.slice(0, 4).map(Math.round)).toEqual([1, 2, 3, 6]);
    expect(pauses.every((seconds) => seconds <= 60)).toBe(true);
    expect(await fixture.statusOf(id)).toBe('ok');
  });

  test('asks no sooner than the platform wants, and each try asks it once (R72)', async () => {
    const fixture = await openResultFixture(engine);
    const id = await fixture.start();
    fixture.fake.end(id, good());
    fixture.fake.faultFor = () => ({ kind: 'status', status: 429, headers: { 'retry-after': '45' } });
    await fixture.take(id);
    expect(fixture.fake.count(id)).toBe(1);
    fixture.fake.faultFor = () => undefined;
    expect(await fixture.runAll(3)).toEqual([45]);
    expect(fixture.fake.count(id)).toBe(2);
    expect(await fixture.statusOf(id)).toBe('ok');
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
    const fixture = await openResultFixture(engine);
    const id = await fixture.start();
    fixture.fake.end(id, good());
    fixture.fake.faultFor = ({ path }) => (path.includes('/selfie') ? undefined : fault);
    await fixture.take(id);
    await fixture.runNext();
    expect([await fixture.statusOf(id), await fixture.countRows('capture_attempts')]).toEqual(['created', 0]);
    fixture.fake.faultFor = () => undefined;
    await fixture.runAll(2);
    expect(await fixture.statusOf(id)).toBe('ok');
  });

  test('for a selfie alone is tried again as well', async () => {
    const fixture = await openResultFixture(engine);
    const id = await fixture.start();
    fixture.fake.end(id, good());
    fixture.fake.faultFor = ({ path }) => (path.includes('/selfie') ? busy : undefined);
    await fixture.take(id);
    fixture.fake.faultFor = () => undefined;
    await fixture.runAll(2);
    expect(await fixture.countRows('capture_frames')).toBe(1);
  });

  test('for good makes the process fail after 60 tries, within hours, and tells it', async () => {
    const fixture = await openResultFixture(engine);
    const id = await fixture.start();
    fixture.fake.end(id, good());
    await fixture.fake.stopAnswering();
    await fixture.take(id);
    const pauses = await fixture.runAll(60);
    expect(pauses).toHaveLength(59);
    expect(pauses.reduce((sum, one) => sum + one, 0)).toBeLessThan(2 * 3_600);
    expect([await fixture.statusOf(id), await fixture.reasonsOf(id)]).toEqual(['error', ['platform_away']]);
    expect(await fixture.countRows('events')).toBe(1);
  });

  test('is not blamed for a face engine that is', async () => {
    const fixture = await openResultFixture(engine);
    const id = await fixture.start();
    fixture.fake.end(id, good());
    const closed = await startFaceEngine({ threads: 1 });
    await closed.close();
    await fixture.take(id, { engine: closed });
    for (let tries = 2; tries < 60; tries += 1) await fixture.runNext({ engine: closed });
    expect(await fixture.statusOf(id)).toBe('created');
    await fixture.runNext({ engine: closed });
    expect([await fixture.statusOf(id), await fixture.reasonsOf(id)]).toEqual(['error', ['engine_away']]);
  });
});

test('an event is known again for 7 days, and then forgotten', async () => {
  const fixture = await openResultFixture(engine);
  const { db } = fixture.database;
  const [processId, now] = [await fixture.start(), fixture.clock.now()];
  for (const [eventId, days] of [
    ['old', 7.01],
    ['young', 6.99],
  ] as const) {
    const receivedAt = new Date(now.getTime() - days * 86_400_000);
    expect(
      await insertPlatformEvent(db, fixture.tenantId, { eventId, processId: asId(processId), receivedAt }),
    ).toBe(true);
    expect(
      await insertPlatformEvent(db, fixture.tenantId, { eventId, processId: asId(processId), receivedAt }),
    ).toBe(false);
  }
  await runTask(fixture, 'delete-old-platform-events');
  expect(await db.selectFrom('platform_events').select('event_id').execute()).toEqual([
    { event_id: 'young' },
  ]);
});

describe('a process that nobody told of', () => {
  test('is asked about once its time is up, once at a time, before it expires', async () => {
    const fixture = await openResultFixture(engine);
    const id = await fixture.start();
    fixture.fake.end(id, good());
    await runTask(fixture, 'end-overdue-platform-processes');
    expect(await fixture.listJobs()).toEqual([]);
    fixture.clock.advanceSeconds(3_600);
    fixture.fake.faultFor = () => busy;
    await runTask(fixture, 'end-overdue-platform-processes');
    await fixture.runNext();
    await fixture.runNext();
    const [waiting] = await fixture.listJobs();
    await runTask(fixture, 'end-overdue-platform-processes');
    expect(await fixture.listJobs()).toEqual([waiting]);
    fixture.fake.faultFor = () => undefined;
    await fixture.runAll(8);
    expect(await fixture.statusOf(id)).toBe('ok');
  });

  test('expires a day later where it could not be asked about, and at once where there is no platform any more', async () => {
    const fixture = await openResultFixture(engine);
    const [late, orphan] = [await fixture.start(), await fixture.start()];
    fixture.clock.advanceSeconds(3_600);
    await runTask(fixture, 'end-overdue-platform-processes');
    expect([await fixture.statusOf(late), (await fixture.listJobs()).length]).toEqual(['created', 2]);
    // As after faults that were more than the job may have.
    await sql`UPDATE graphile_worker._private_jobs SET attempts = max_attempts`.execute(fixture.database.db);
    await sql`UPDATE processes SET expires_at = expires_at + interval '1 day' WHERE process_id = ${orphan}`.execute(
      fixture.database.db,
    );
    fixture.clock.advanceSeconds(86_400);
    await runTask(fixture, 'end-overdue-platform-processes');
    expect([await fixture.statusOf(late), await fixture.statusOf(orphan)]).toEqual(['expired', 'created']);
    for (const waiting of ['job_outbox', 'graphile_worker._private_jobs'])
      await sql`DELETE FROM ${sql.table(waiting)}`.execute(fixture.database.db);
    await runTask(fixture, 'end-overdue-platform-processes', false);
    expect(await fixture.statusOf(orphan)).toBe('expired');
  });
});
