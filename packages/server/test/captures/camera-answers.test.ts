import type { AttemptView, FrameAnswer } from '@titular/contract';
import type { CameraCheck } from '@titular/server/captures/attack-signals/camera-requests.ts';
import { BYSTANDERS } from '@titular/simulation/attacks/bystanders.ts';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { bystanderFrame } from '@titular/test-kit/faces/bystanders.ts';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { retake } from '@titular/test-kit/faces/takes.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import * as fixture from './attack-fixture.ts';
import { ABLE_CAMERA, nextTake, openPhone, perform } from './phone.ts';

let service: TestService;
let merchant: Merchant;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

/** The signs of cameras; one person's pictures of one test may be alike. */
const signsOf = async (id: string) =>
  Object.fromEntries(
    Object.entries(await fixture.signsOf(service, id)).filter(([sign]) => sign.startsWith('camera_')),
  );

async function checkOf(attemptId: string): Promise<CameraCheck | undefined> {
  const row = await service.service.database.db
    .selectFrom('capture_attempts')
    .select('observations')
    .where('attempt_id', '=', asId(attemptId))
    .executeTakeFirstOrThrow();
  return (row.observations as { camera?: CameraCheck }).camera;
}

/** Begins an attempt in which one thing is asked for with the answer to the first frame that is kept. */
async function openAsked(kind: 'size' | 'zoom', value: number) {
  const opened = await openPhone(service, merchant);
  await opened.phone.consent();
  const { body } = await opened.phone.start({ camera: ABLE_CAMERA });
  const attempt = body as unknown as AttemptView;
  expect((await checkOf(attempt.attemptId))?.plan.length).toBeGreaterThan(0);
  const plan = JSON.stringify([{ kind, value, step: 1, after: 0 }]);
  await sql`UPDATE capture_attempts SET observations = jsonb_set(observations, '{camera,plan}', ${plan}::jsonb)
    WHERE attempt_id = ${attempt.attemptId}`.execute(service.service.database.db);
  const state = { position: 0 };
  const send = async (image: Uint8Array, header?: string): Promise<FrameAnswer> => {
    const headers: Record<string, string> = header === undefined ? {} : { 'x-camera-answer': header };
    const sent = await opened.phone.frame(attempt.attemptId, state.position, image, headers);
    expect(sent.status).toBe(200);
    state.position += 1;
    clock.advanceSeconds(0.4);
    return sent.body as unknown as FrameAnswer;
  };
  /** Sends the picture until nothing is asked for any more, and tells how often that was. */
  const sendUntilDone = async (image: Uint8Array, header?: string): Promise<number> => {
    for (let count = 1; count <= 30; count += 1)
      if ((await send(image, header)).cameraRequest === undefined) return count;
    throw new Error('the request never ends');
  };
  const finish = (take: number) =>
    perform(opened.phone, { ...attempt, step: 1, nextPosition: state.position }, 'a', take);
  return { ...opened, attempt, send, sendUntilDone, finish };
}

/** What the camera shows of somebody, and the same with 480 pixels across. */
async function facing(take: number) {
  const image = await poseFrame('a', 'front', { take });
  return { image, smaller: await sharp(image).resize(480).jpeg({ quality: 85 }).toBuffer() };
}

describe('a camera that is asked during the attempt (R62)', () => {
  test('submitFrame 200: one that follows leaves its answer and its delay with the attempt, and no sign', async () => {
    const { attempt, send, sendUntilDone, finish, id } = await openAsked('size', 480);
    const take = nextTake();
    const { image, smaller } = await facing(take);
    expect((await send(image)).cameraRequest).toEqual({ id: 1, kind: 'size', value: 480 });
    expect((await send(image)).cameraRequest).toEqual({ id: 1, kind: 'size', value: 480 });
    expect(await sendUntilDone(smaller, '1/applied/212/480/480')).toBe(1);
    // What the pictures say of a solid head is no matter of the camera.
    expect((await finish(take)).outcome).toMatch(/^(completed|not_live)$/);
    expect(await signsOf(id)).toEqual({});
    const results = [{ kind: 'size', result: 'followed', delayMs: 212, seenMs: 800 }];
    expect(await checkOf(attempt.attemptId)).toMatchObject({ plan: [], asked: 1, results });
  });

  test.each([
    ['claims what its pictures do not show', '1/applied/3/480/480', { camera_claims_settings: 1 }],
    ['keeps its settings', '1/applied/400/640/640', { camera_ignores_settings: 1 }],
    ['is never heard of', undefined, { camera_ignores_settings: 1 }],
    ['writes nonsense', '1/yes/please', { camera_ignores_settings: 1 }],
    ['takes too long', '1/timed_out/1500/640/640', {}],
    ['cannot', '1/unsupported/0/-/-', {}],
  ])(
    'submitFrame 200: one that %s is noted as that, and the attempt goes on',
    async (_what, header, signs) => {
      const { phone, send, sendUntilDone, id } = await openAsked('size', 480);
      const take = nextTake();
      const { image } = await facing(take);
      await send(image);
      await sendUntilDone(image, header);
      expect(await signsOf(id)).toEqual(signs);
      expect((await phone.view()).body).toMatchObject({ stage: 'camera' });
    },
  );

  test.each([
    ['shows', 0.42, 'followed', {}],
    ['only claims', 0.35, 'claimed_only', { camera_claims_settings: 1 }],
  ])(
    'submitFrame 200: a zoom that it %s is told by what is around the person',
    async (_what, part, result, signs) => {
      const { attempt, send, sendUntilDone, id } = await openAsked('zoom', 1.2);
      const take = nextTake();
      const person = BYSTANDERS[12];
      if (!person) throw new Error('nobody stands by');
      const first = await send(await retake(await bystanderFrame(person, { part: 0.35 }), take));
      expect(first).toMatchObject({
        hint: 'good',
        step: 1,
        cameraRequest: { id: 1, kind: 'zoom', value: 1.2 },
      });
      const now = await retake(await bystanderFrame(person, { part, aside: 0.02 }), take);
      await sendUntilDone(now, '1/applied/80/1.2/-');
      expect((await checkOf(attempt.attemptId))?.results).toMatchObject([{ kind: 'zoom', result }]);
      expect(await signsOf(id)).toEqual(signs);
    },
  );

  test('startAttempt 200: a page that was loaded again is no longer waited for; one of the release before is asked for nothing', async () => {
    const { phone, attempt, send } = await openAsked('size', 480);
    const { image } = await facing(nextTake());
    expect((await send(image)).cameraRequest).toBeDefined();
    const again = await phone.start({ camera: ABLE_CAMERA });
    expect(again.body).toMatchObject({ attemptId: attempt.attemptId, nextPosition: 1 });
    expect((await send(image)).cameraRequest).toBeUndefined();
    const old = await openPhone(service, merchant);
    await old.phone.consent();
    const { body } = await old.phone.start();
    expect(await checkOf(String(body['attemptId']))).toBeUndefined();
  });
});
