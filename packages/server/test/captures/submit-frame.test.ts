import { type ChallengePose, type FrameHint, MAX_FRAME_BYTES } from '@titular/contract';
import { startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';
import { createManualClock, newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { emptyFrame, pairOf, portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { openCamera, openPhone, Phone, perform } from './phone.ts';

let service: TestService;
let merchant: Merchant;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const decided = (id: string): Promise<unknown> =>
  eventually(async () => {
    const { body } = await merchant.read(id);
    expect(body['status']).not.toBe('processing');
    return body['status'];
  });

/** What is told to who only faces the camera. */
const HINTS: Readonly<Partial<Record<ChallengePose, FrameHint>>> = {
  left: 'turn_left',
  right: 'turn_right',
  up: 'look_up',
  down: 'look_down',
  mouth: 'open_mouth',
};

describe('a person', () => {
  test('submitFrame 200: who shows every pose is approved, enrolled once, and recognised the next time', async () => {
    const identity = { key: 'cpf', value: newCpf() };
    for (let round = 0; round < 2; round += 1) {
      const { phone, attempt, id } = await openCamera(service, merchant, { identity });
      expect(await perform(phone, attempt, 'a')).toMatchObject({
        outcome: 'completed',
        step: attempt.poses.length,
        hint: 'good',
      });
      expect(await decided(id)).toBe('approved');
      expect((await phone.view()).body).toMatchObject({ stage: 'approved' });
    }
    const { db } = service.service.database;
    const templates = await db.selectFrom('face_templates').select('template_id').execute();
    expect(templates).toHaveLength(1);
    const { phone, attempt, id } = await openCamera(service, merchant, { identity });
    await perform(phone, attempt, 'c');
    expect(await decided(id)).toBe('inconclusive');
    const row = await db
      .selectFrom('transactions')
      .select('decision')
      .where('transaction_id', '=', asId(id))
      .executeTakeFirstOrThrow();
    expect(row.decision).toMatchObject({ result: 'inconclusive', reasons: ['live', 'face_differs'] });
    expect((await phone.view()).body).toMatchObject({ stage: 'not_approved' });
  });

  test('submitFrame 200: pictures and measurements are kept sealed, and nothing of the camera with them (R90)', async () => {
    const { phone, attempt } = await openCamera(service, merchant);
    await perform(phone, attempt, 'b');
    const rows = await service.service.database.db
      .selectFrom('capture_frames')
      .select(['sealed_image', 'sealed_measure'])
      .where('attempt_id', '=', asId(attempt.attemptId))
      .execute();
    expect(rows).toHaveLength(attempt.poses.length);
    for (const { sealed_image: image, sealed_measure: measure } of rows) {
      expect(image?.length).toBeGreaterThan(1_000);
      expect(image?.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false);
      expect(image?.includes('JFIF')).toBe(false);
      expect(measure.length).toBeGreaterThan(128 * 4);
    }
  });

  test('submitFrame 200: hints tell what to do and keep no frame: nobody, two people, the wrong pose, a covered camera', async () => {
    const { phone, attempt } = await openCamera(service, merchant);
    const frames: [Uint8Array, FrameHint | undefined][] = [
      [await emptyFrame('wall'), 'no_face'],
      [await emptyFrame('dark'), 'too_dark'],
      [await pairOf('a', 'b'), 'several_faces'],
      [await poseFrame('a', 'left'), 'look_straight'],
      [await poseFrame('a', 'front'), 'good'],
      [await poseFrame('a', 'front', { atMs: 500 }), HINTS[attempt.poses[1] ?? 'front']],
    ];
    for (const [position, [image, hint]] of frames.entries()) {
      const { body } = await phone.frame(attempt.attemptId, position, image);
      expect(body).toMatchObject({ hint, step: position < 4 ? 0 : 1 });
    }
  });

  test('submitFrame 200: a lost answer is given again, and the frame counts once (R58)', async () => {
    const { phone, attempt } = await openCamera(service, merchant);
    const image = await portraitOf('a');
    const first = await phone.frame(attempt.attemptId, 0, image);
    const again = await phone.frame(attempt.attemptId, 0, image);
    expect(again.text).toBe(first.text);
    expect((await phone.start()).body).toMatchObject({ nextPosition: 1, step: 1 });
  });
});

describe('what ends an attempt', () => {
  test('submitFrame 200: another person in the middle of it (R59)', async () => {
    const { phone, attempt } = await openCamera(service, merchant);
    await phone.frame(attempt.attemptId, 0, await poseFrame('a', 'front'));
    const other = await poseFrame('c', attempt.poses[1] ?? 'front');
    clock.advanceSeconds(1);
    const { body } = await phone.frame(attempt.attemptId, 1, other);
    expect(body).toMatchObject({ outcome: 'person_changed', attemptsLeft: 2 });
  });

  test('submitFrame 200: no pose within the time of a step, and after the last attempt the transaction (R59)', async () => {
    const { phone, id, attempt } = await openCamera(service, merchant);
    let current = attempt.attemptId;
    for (const left of [2, 1, 0]) {
      await phone.frame(current, 0, await portraitOf('a'));
      clock.advanceSeconds(16);
      const { body } = await phone.frame(current, 1, await portraitOf('a'));
      expect(body).toMatchObject({ outcome: 'challenge_missed', attemptsLeft: left });
      if (left > 0) current = String((await phone.start()).body['attemptId']);
    }
    expect((await merchant.read(id)).body).toEqual({ status: 'inconclusive' });
    expect((await phone.start()).status).toBe(400);
    expect((await phone.view()).body).toMatchObject({ stage: 'not_approved', attemptsLeft: 0 });
  });

  test('submitFrame 200: nobody there until the time is up', async () => {
    const { phone, attempt } = await openCamera(service, merchant);
    clock.advanceSeconds(16);
    const { body } = await phone.frame(attempt.attemptId, 0, await emptyFrame('wall'));
    expect(body).toMatchObject({ outcome: 'no_face' });
  });
});

describe('frames that do not count', () => {
  test('submitFrame 400: out of order, after the end, and to an ended transaction (R61)', async () => {
    const { phone, attempt, id } = await openCamera(service, merchant);
    const image = await portraitOf('a');
    for (const position of [1, 7, 99_999]) {
      expect((await phone.frame(attempt.attemptId, position, image)).body['code']).toBe('40062');
    }
    await perform(phone, attempt, 'a');
    expect((await phone.frame(attempt.attemptId, 5, image)).body['code']).toBe('40062');
    await decided(id);
    expect((await phone.start()).body['code']).toBe('40062');
  });

  test('submitFrame 400: an attempt does not outlive its transaction', async () => {
    const { phone, attempt, id } = await openCamera(service, merchant);
    await service.service.database.db
      .updateTable('transactions')
      .set({ expires_at: clock.now() })
      .where('transaction_id', '=', asId(id))
      .execute();
    const { body } = await phone.frame(attempt.attemptId, 0, await portraitOf('a'));
    expect(body['code']).toBe('40062');
    expect((await merchant.read(id)).body).toEqual({ status: 'expired' });
  });

  test('submitFrame 400: two of one position at once count once (R58)', async () => {
    const { phone, attempt } = await openCamera(service, merchant);
    const image = await portraitOf('a');
    await Promise.all([0, 0, 0].map((position) => phone.frame(attempt.attemptId, position, image)));
    expect((await phone.start()).body).toMatchObject({ nextPosition: 1, step: 1 });
    const { status } = await phone.frame(attempt.attemptId, 3, image);
    expect(status).toBe(400);
  });

  test('submitFrame 400: what is no picture, or too large (R63)', async () => {
    for (const image of [
      new Uint8Array(0),
      Buffer.from('GIF89a nonsense'),
      Buffer.from('<svg xmlns="x"/>'),
      (await portraitOf('a')).subarray(0, 900),
    ]) {
      const { phone, attempt } = await openCamera(service, merchant);
      const { status, body } = await phone.frame(attempt.attemptId, 0, image);
      expect([status, body['code']]).toEqual([400, '40061']);
    }
    const { phone, attempt } = await openCamera(service, merchant);
    const large = await phone.frame(attempt.attemptId, 0, new Uint8Array(MAX_FRAME_BYTES + 1));
    expect([large.status, large.body['code']]).toEqual([400, '40001']);
  });

  test('submitFrame 403: without a session', async () => {
    const { attempt } = await openCamera(service, merchant);
    expect((await new Phone(service).frame(attempt.attemptId, 0, await portraitOf('a'))).status).toBe(403);
  });

  test("submitFrame 404: another session's attempt, a random one, and what is no id (R61)", async () => {
    const { attempt } = await openCamera(service, merchant);
    const { phone } = await openPhone(service, merchant);
    await phone.consent();
    for (const id of [attempt.attemptId, crypto.randomUUID(), 'nonsense']) {
      const { status, body } = await phone.frame(id, 0, await portraitOf('a'));
      expect([status, body['code']]).toEqual([404, '40411']);
    }
  });

  test('submitFrame 429: a full engine asks to wait and loses nothing', async () => {
    const engine = await startFaceEngine({ threads: 1, queueLimit: 0 });
    const busy = await startTestService({ engine });
    try {
      const { phone, attempt } = await openCamera(busy, await newMerchant(busy));
      const { status, body, headers } = await phone.frame(attempt.attemptId, 0, await portraitOf('a'));
      expect([status, body['code']]).toEqual([429, '42902']);
      expect(headers.get('retry-after')).toBe('1');
      expect((await phone.start()).body).toMatchObject({ nextPosition: 0 });
    } finally {
      await busy.close();
      await engine.close();
    }
  });
});
