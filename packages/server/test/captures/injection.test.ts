import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { AttemptView, FrameAnswer } from '@titular/contract';
import { MAX_FRAMES } from '@titular/server/captures/attempts/attempt-limits.ts';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { emptyFrame, portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { retake } from '@titular/test-kit/faces/takes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import * as fixture from './attack-fixture.ts';
import {
  forgetPictures,
  nextTake,
  openCamera,
  openPhone,
  type Phone,
  perform,
  REAL_CAMERA,
} from './phone.ts';

let service: TestService;
let merchant: Merchant;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const endOf = (id: string, of: Merchant = merchant) => fixture.endOf(service, of, id);
const signsOf = (id: string) => fixture.signsOf(service, id);

/** Sends frames as programs do that send thousands, and gives the status alone. */
function putter({ cookie = '' }: Phone, { attemptId }: AttemptView, image: Buffer) {
  const agent = new Agent({ keepAlive: true });
  const headers = { cookie, 'content-type': 'image/jpeg', 'content-length': image.length };
  return async (position: number): Promise<number | undefined> => {
    const url = `${service.url}/capture/session/attempts/${attemptId}/frames/${position}`;
    const sent = request(url, { method: 'PUT', agent, headers }).end(image);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    return response.statusCode;
  };
}

/** Shows each pose at the instant it is asked for, and once more when its time has come; tells how the attempt ended, and how many steps were shown too soon. */
async function rush(phone: Phone, { attemptId, poses }: AttemptView) {
  const take = nextTake();
  let [position, step, steps] = [0, 0, 0];
  for (let sent = 0; sent < 2 * MAX_FRAMES; sent += 1) {
    const image = await poseFrame('a', poses[step] ?? 'front', { take });
    const { status, body } = await phone.frame(attemptId, position, image);
    // A full engine asks to come again.
    if (status === 429) continue;
    expect(status, JSON.stringify(body)).toBe(200);
    position += 1;
    const answer = body as unknown as FrameAnswer;
    if (answer.outcome) return { ...answer, steps };
    if (answer.step === step) {
      steps += 1;
      clock.advanceSeconds(0.5);
    }
    step = answer.step;
  }
  throw new Error('an attempt ends before so many frames');
}

describe('frames straight to the API', () => {
  test('without what the page sends along they are answered as ever, and never approved (R61)', async () => {
    const { phone, id } = await openPhone(service, merchant);
    await phone.consent();
    const started = await phone.call('startAttempt', 'POST', '/attempts', {});
    const attempt = started.body as unknown as AttemptView;
    phone.frame = (attemptId, position, image) =>
      phone.call('submitFrame', 'PUT', `/attempts/${attemptId}/frames/${position}`, image);
    expect(await perform(phone, attempt, 'b')).toMatchObject({ outcome: 'completed' });
    expect(await endOf(id)).toEqual({
      status: 'inconclusive',
      reasons: ['signs_refuse', 'not_a_page', 'no_fetch_metadata'],
    });
  });

  test('each pose the instant it is asked for passes no step, and is never approved (R61)', async () => {
    const { phone, attempt, id } = await openCamera(service, merchant);
    let rushed = await rush(phone, attempt);
    let steps = rushed.steps;
    // Movements that stayed unclear are shown again, as a person does.
    while (rushed.outcome === 'not_live' && rushed.attemptsLeft > 0) {
      const again = await phone.start({ movement: attempt.movement });
      rushed = await rush(phone, again.body as unknown as AttemptView);
      steps += rushed.steps;
    }
    expect(rushed.outcome).toBe('completed');
    const end = await endOf(id);
    expect(end.status).toBe('inconclusive');
    expect(end.reasons).toContain('impossible_timing');
    expect((await signsOf(id))['impossible_timing']).toBe(steps);
  });

  test.each([
    ['the same time twice', '1700000000000', '1700000000000'],
    ['a time that goes back', '1700000000000', '1699999999000'],
    ['three times within a camera picture', '1700000000000', '1700000000015'],
    ['a time far ahead of ours', '1700000000000', '1700000300000'],
  ])('submitFrame 400: %s is refused and recorded (R61)', async (_what, first, second) => {
    const { phone, attempt, id } = await openCamera(service, merchant);
    const image = await retake(await portraitOf('b'), nextTake());
    const at = (position: number, time: string) =>
      phone.frame(attempt.attemptId, position, image, { 'x-captured-at-ms': time });
    expect((await at(0, first)).status).toBe(200);
    for (const seen of [1, 2]) {
      const { status, body } = await at(1, second);
      expect([status, body['code']]).toEqual([400, '40062']);
      expect((await signsOf(id))['impossible_timing']).toBe(seen);
    }
  });

  test('out of order, after the end and for the attempt of another session they are refused and recorded (R61)', async () => {
    const foreign = await openCamera(service, merchant);
    const { phone, attempt, id } = await openCamera(service, merchant);
    const image = await portraitOf('a');
    await phone.frame(attempt.attemptId, 3, image);
    await phone.frame(foreign.attempt.attemptId, 0, image);
    await perform(phone, attempt, 'b');
    await phone.frame(attempt.attemptId, 99, image);
    expect(await signsOf(id)).toEqual({
      frames_out_of_order: 1,
      foreign_frames: 1,
      frames_after_the_end: 1,
    });
    expect(await signsOf(foreign.id)).toEqual({});
  });

  test('ten thousand of them cost a bounded number of writes, and are never approved (R61)', async () => {
    const { phone, attempt, id } = await openCamera(service, merchant);
    const put = putter(phone, attempt, await emptyFrame('dark'));
    let left = 10_000;
    const answered = new Set<number | undefined>();
    const lane = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        answered.add(await put(5_000 + left));
      }
    };
    // One frame is measured and one waits: a third lane would be told to slow down instead (42902).
    await Promise.all([lane(), lane()]);
    expect(answered).toEqual(new Set([400]));
    expect(await signsOf(id)).toEqual({ frames_out_of_order: 1000 });
    await perform(phone, attempt, 'b');
    expect(await endOf(id)).toEqual({
      status: 'inconclusive',
      reasons: ['signs_refuse', 'frames_out_of_order'],
    });
  }, 900_000);

  test('more frames than a page can take end the attempt, and are recorded (R61)', async () => {
    const { phone, attempt, id } = await openCamera(service, merchant);
    await service.service.database.db
      .updateTable('capture_attempts')
      .set({ frames_seen: MAX_FRAMES })
      .where('attempt_id', '=', asId(attempt.attemptId))
      .execute();
    const { body } = await phone.frame(attempt.attemptId, MAX_FRAMES, await portraitOf('b'));
    expect(body).toMatchObject({ outcome: 'timeout' });
    expect(await signsOf(id)).toMatchObject({ too_many_frames: 1 });
  });
});

describe('virtual cameras', () => {
  const virtual = { ...REAL_CAMERA, label: 'fake_device_0' };

  test('are noted in a test deployment, and keep from being approved where the company does not have them noted (R62)', async () => {
    // The tests before showed the same person many times: a chance likeness of two frames would be a sign of its own.
    await forgetPictures(service);
    const owner = await newMerchant(service);
    for (const [notedSigns, expected] of [
      [null, { status: 'approved', reasons: ['live', 'enrolled', 'enrolled_unproven', 'virtual_camera'] }],
      [[], { status: 'inconclusive', reasons: ['signs_refuse', 'virtual_camera'] }],
    ] as const) {
      await service.service.database.db
        .updateTable('companies')
        .set({ noted_signs: notedSigns ? [...notedSigns] : null })
        .where('company_id', '=', owner.tenant.companyId)
        .execute();
      clock.advanceSeconds(3);
      const { phone, id } = await openPhone(service, owner);
      await phone.consent();
      const attempt = (await phone.start({ camera: virtual })).body as unknown as AttemptView;
      await perform(phone, attempt, 'b');
      expect(await endOf(id, owner)).toEqual(expected);
    }
  });
});
