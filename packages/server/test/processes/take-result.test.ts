import { createHash } from 'node:crypto';
import type { FaceEngine } from '@titular/face-engine/engine/face-engine.ts';
import { startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';
import { newCpf } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { emptyFrame, pairOf, portraitOf } from '@titular/test-kit/faces/portraits.ts';
import type { PlatformEnd } from '@titular/test-kit/services/fake-identity-platform.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openResultFixture } from './result-fixture.ts';

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

describe('a process that went well on the platform', () => {
  test('is all right here, with its selfie sealed, measured here and hashed, and without a consent of ours', async () => {
    const fixture = await openResultFixture(engine);
    const cpf = newCpf();
    const id = await fixture.start(cpf);
    fixture.fake.end(id, good());
    await fixture.take(id);
    expect(await fixture.statusOf(id)).toBe('ok');
    expect(await fixture.reasonsOf(id)).toEqual(['platform_ok']);
    const { db } = fixture.database;
    const attempt = await db
      .selectFrom('capture_attempts')
      .select(['number', 'poses', 'step', 'frames_seen', 'outcome', 'consent_version', 'attempt_id'])
      .where('subject_id', '=', asId(id))
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
    const key = await fixture.deps.tenantKeys(fixture.tenantId);
    const image = key.unseal(
      'capture_frames',
      `${attempt.attempt_id}/0`,
      'sealed_image',
      frame.sealed_image ?? Buffer.alloc(0),
    );
    expect(createHash('sha256').update(image).digest()).toEqual(frame.image_digest);
    expect((await sharp(image).metadata()).format).toBe('jpeg');
    expect(frame.engine_version).toBe(engine.version);
    expect(await fixture.problemOf(id, cpf)).toBeUndefined();
    expect(await fixture.problemOf(id, newCpf())).toBe('other_person');
  });

  test('is written once, however often and however many at once take it', async () => {
    const fixture = await openResultFixture(engine);
    const id = await fixture.start();
    fixture.fake.end(id, good());
    await Promise.all([fixture.take(id), fixture.take(id), fixture.take(id)]);
    await fixture.take(id);
    expect(await fixture.countRows('capture_attempts')).toBe(1);
    expect(await fixture.countRows('capture_frames')).toBe(1);
    expect(await fixture.countRows('events')).toBe(1);
    expect(await fixture.listJobs()).toEqual([]);
  });

  test('is written whole or not at all', async () => {
    const fixture = await openResultFixture(engine);
    const id = await fixture.start();
    fixture.fake.end(id, good());
    const { db } = fixture.database;
    await sql`ALTER TABLE events RENAME TO events_gone`.execute(db);
    await expect(fixture.take(id)).rejects.toThrow(/events/);
    expect(await fixture.statusOf(id)).toBe('created');
    expect(await fixture.countRows('capture_attempts')).toBe(0);
    await sql`ALTER TABLE events_gone RENAME TO events`.execute(db);
    await fixture.take(id);
    expect(await fixture.statusOf(id)).toBe('ok');
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
    const fixture = await openResultFixture(engine);
    const cpf = newCpf();
    const id = await fixture.start(cpf);
    const picture = await make();
    const { selfie: _, ...rest } = good();
    fixture.fake.end(id, picture ? { ...rest, selfie: picture } : rest);
    await fixture.take(id);
    expect(await fixture.statusOf(id)).toBe('ok');
    expect(await fixture.reasonsOf(id)).toEqual(['platform_ok', 'without_captures']);
    expect(await fixture.problemOf(id, cpf)).toBe('erased');
    expect(fixture.logged()).toContain(why);
    expect(fixture.logged()).not.toContain('CANARY');
  });

  test('and whose selfie was seen before, for another person, carries the sign of it', async () => {
    const fixture = await openResultFixture(engine);
    const ids = [await fixture.start(), await fixture.start()];
    for (const id of ids) {
      fixture.fake.end(id, good());
      await fixture.take(id);
    }
    const signs = await fixture.database.db
      .selectFrom('capture_signs')
      .select(['subject_id', 'sign'])
      .execute();
    expect(signs).toEqual([{ subject_id: ids[1], sign: 'frames_seen_before' }]);
  });

  test('longer than an hour ago by the word of the platform is too old to be used (R20)', async () => {
    const fixture = await openResultFixture(engine);
    const cpf = newCpf();
    for (const [seconds, problem] of [
      [3_500, undefined],
      [3_700, 'too_old'],
      [-3_600, undefined],
    ] as const) {
      const id = await fixture.start(cpf);
      // When it was started does not bound it here.
      await sql`UPDATE processes SET created_at = created_at - interval '1 day'`.execute(fixture.database.db);
      fixture.fake.end(id, { ...good(), finishedAt: new Date(Date.now() - seconds * 1000) });
      await fixture.take(id);
      expect(await fixture.problemOf(id, cpf), String(seconds)).toBe(problem);
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
    const fixture = await openResultFixture(engine);
    const cpf = newCpf();
    const id = await fixture.start(cpf);
    fixture.fake.end(id, { ...end, selfie });
    await fixture.take(id);
    expect(await fixture.statusOf(id)).toBe(status);
    expect(await fixture.reasonsOf(id)).toEqual([reason]);
    expect(fixture.fake.asked.filter(({ path }) => path.includes('/selfie'))).toEqual([]);
    expect(await fixture.problemOf(id, cpf)).toBe('failed');
  });

  test('is left alone while it is open there, and has expired once its time is up', async () => {
    const fixture = await openResultFixture(engine);
    const id = await fixture.start();
    await fixture.take(id);
    expect([await fixture.statusOf(id), await fixture.listJobs()]).toEqual(['created', []]);
    fixture.clock.advanceSeconds(3_601);
    await fixture.take(id);
    expect(await fixture.statusOf(id)).toBe('expired');
  });
});
