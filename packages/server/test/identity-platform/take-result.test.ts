import { createHash } from 'node:crypto';
import type { FaceEngine } from '@titular/server/biometrics/face-engine.ts';
import { startFaceEngine } from '@titular/server/biometrics/worker-face-engine.ts';
import { platformTasks } from '@titular/server/identity-platform/platform-tasks.ts';
import { newCpf } from '@titular/test-kit';
import { emptyFrame, pairOf, portraitOf } from '@titular/test-kit/faces/portraits.ts';
import type { PlatformEnd, PlatformFault } from '@titular/test-kit/fake-identity-platform.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
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

describe('a process that went well on the platform', () => {
  test('is all right here, with its selfie sealed, measured here and hashed, and without a consent of ours', async () => {
    const ground = await openResultGround(engine);
    const cpf = newCpf();
    const id = await ground.start(cpf);
    ground.fake.end(id, good());
    await ground.take(id);
    expect(await ground.statusOf(id)).toBe('ok');
    expect(await ground.reasonsOf(id)).toEqual(['platform_ok']);
    const { db } = ground.database;
    const attempt = await db
      .selectFrom('capture_attempts')
      .select(['number', 'poses', 'step', 'frames_seen', 'outcome', 'consent_version', 'attempt_id'])
      .where('transaction_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(attempt).toMatchObject({
      ...{
        number: 1,
        poses: ['front'],
        step: 1,
        frames_seen: 1,
        outcome: 'completed',
        consent_version: null,
      },
    });
    const frame = await db
      .selectFrom('capture_frames')
      .select(['image_digest', 'sealed_image', 'engine_version'])
      .where('attempt_id', '=', attempt.attempt_id)
      .executeTakeFirstOrThrow();
    const key = await ground.deps.tenantKeys(ground.tenantId);
    const image = key.unseal('capture_frames', `${attempt.attempt_id}/0`, 'sealed_image', frame.sealed_image);
    expect(createHash('sha256').update(image).digest()).toEqual(frame.image_digest);
    expect((await sharp(image).metadata()).format).toBe('jpeg');
    expect(frame.engine_version).toBe(engine.version);
    expect(await ground.problemOf(id, cpf)).toBeUndefined();
    expect(await ground.problemOf(id, newCpf())).toBe('other_person');
  });

  test('is written once, however often and however many at once take it', async () => {
    const ground = await openResultGround(engine);
    const id = await ground.start();
    ground.fake.end(id, good());
    await Promise.all([ground.take(id), ground.take(id), ground.take(id)]);
    await ground.take(id);
    expect(await ground.countRows('capture_attempts')).toBe(1);
    expect(await ground.countRows('capture_frames')).toBe(1);
    expect(await ground.countRows('events')).toBe(1);
    expect(await ground.listJobs()).toEqual([]);
  });

  test('is written whole or not at all', async () => {
    const ground = await openResultGround(engine);
    const id = await ground.start();
    ground.fake.end(id, good());
    const { db } = ground.database;
    await sql`ALTER TABLE events RENAME TO events_gone`.execute(db);
    await expect(ground.take(id)).rejects.toThrow(/events/);
    expect(await ground.statusOf(id)).toBe('created');
    expect(await ground.countRows('capture_attempts')).toBe(0);
    await sql`ALTER TABLE events_gone RENAME TO events`.execute(db);
    await ground.take(id);
    expect(await ground.statusOf(id)).toBe('ok');
  });

  test.each<[string, () => Promise<Uint8Array | undefined>, string]>([
    ['is gone', async () => undefined, 'gone'],
    ['is no picture', async () => Buffer.from('<svg>CANARY</svg>'), 'not_an_image'],
    ['is cut off', async () => selfie.subarray(0, 3_000), 'damaged'],
    ['shows nobody', () => emptyFrame('wall'), 'no_face'],
    ['shows two people', () => pairOf('a', 'b'), 'several_faces'],
    [
      'has too many pixels',
      () =>
        sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: '#888' } })
          .png()
          .toBuffer(),
      'too_many_pixels',
    ],
  ])('whose selfie %s is all right, but no transaction can use it', async (_what, make, why) => {
    const ground = await openResultGround(engine);
    const cpf = newCpf();
    const id = await ground.start(cpf);
    const picture = await make();
    const { selfie: _, ...rest } = good();
    ground.fake.end(id, picture ? { ...rest, selfie: picture } : rest);
    await ground.take(id);
    expect(await ground.statusOf(id)).toBe('ok');
    expect(await ground.reasonsOf(id)).toEqual(['platform_ok', 'without_captures']);
    expect(await ground.problemOf(id, cpf)).toBe('erased');
    expect(ground.logged()).toContain(why);
    expect(ground.logged()).not.toContain('CANARY');
  });

  test('and whose selfie was seen before, for another person, carries the sign of it', async () => {
    const ground = await openResultGround(engine);
    const ids = [await ground.start(), await ground.start()];
    for (const id of ids) {
      ground.fake.end(id, good());
      await ground.take(id);
    }
    const signs = await ground.database.db
      .selectFrom('capture_signs')
      .select(['transaction_id', 'sign'])
      .execute();
    expect(signs).toEqual([{ transaction_id: ids[1], sign: 'frames_seen_before' }]);
  });

  test('longer than an hour ago by the word of the platform is too old to be used (R20)', async () => {
    const ground = await openResultGround(engine);
    const cpf = newCpf();
    for (const [seconds, problem] of [
      [3_500, undefined],
      [3_700, 'too_old'],
      [-3_600, undefined],
    ] as const) {
      const id = await ground.start(cpf);
      // When it was started does not bound it here.
      await sql`UPDATE processes SET created_at = created_at - interval '1 day'`.execute(ground.database.db);
      ground.fake.end(id, { ...good(), finishedAt: new Date(Date.now() - seconds * 1000) });
      await ground.take(id);
      expect(await ground.problemOf(id, cpf), String(seconds)).toBe(problem);
    }
  });
});

describe('a process that ended otherwise', () => {
  test.each<[string, PlatformEnd, string, string]>([
    [
      'another identity',
      { result: 'PROCESS_RESULT_INVALID_IDENTITY' },
      'invalid-identity',
      'platform_invalid_identity',
    ],
    [
      'nobody alive',
      { ...{ result: 'PROCESS_RESULT_OK' }, liveness: 'LIVENESS_RESULT_NOT_LIVE' },
      'invalid-identity',
      'platform_not_live',
    ],
    ['nothing about liveness', { result: 'PROCESS_RESULT_OK' }, 'invalid-identity', 'platform_not_live'],
    [
      'a person who is another',
      {
        ...{ result: 'PROCESS_RESULT_OK', liveness: 'LIVENESS_RESULT_LIVE' },
        authentication: 'AUTHENTICATION_RESULT_NEGATIVE',
      },
      'invalid-identity',
      'platform_other_person',
    ],
    [
      'an error',
      { state: 'PROCESS_STATE_FAILED', result: 'PROCESS_RESULT_ERROR' },
      'error',
      'platform_error',
    ],
    ['a failure', { state: 'PROCESS_STATE_FAILED' }, 'error', 'platform_error'],
    [
      'its time passed',
      { state: 'PROCESS_STATE_FAILED', result: 'PROCESS_RESULT_EXPIRED' },
      'expired',
      'platform_expired',
    ],
  ])('%s: keeps no picture, asks for none, and cannot be used', async (_what, end, status, reason) => {
    const ground = await openResultGround(engine);
    const cpf = newCpf();
    const id = await ground.start(cpf);
    ground.fake.end(id, { ...end, selfie });
    await ground.take(id);
    expect(await ground.statusOf(id)).toBe(status);
    expect(await ground.reasonsOf(id)).toEqual([reason]);
    expect(ground.fake.count('/selfie')).toBe(0);
    expect(await ground.problemOf(id, cpf)).toBe('failed');
  });

  test('is left alone while it is open there, and has expired once its time is up', async () => {
    const ground = await openResultGround(engine);
    const id = await ground.start();
    await ground.take(id);
    expect([await ground.statusOf(id), await ground.listJobs()]).toEqual(['created', []]);
    ground.clock.advanceSeconds(3_601);
    await ground.take(id);
    expect(await ground.statusOf(id)).toBe('expired');
  });
});

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
    ground.fake.faultFor = ({ path }) => (path.endsWith('/selfie') ? undefined : fault);
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
    ground.fake.faultFor = ({ path }) => (path.endsWith('/selfie') ? busy : undefined);
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
