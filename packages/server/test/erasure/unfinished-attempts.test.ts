import { NOTHING_OBSERVED } from '@titular/server/captures/index.ts';
import { addSeconds } from '@titular/server/kernel/base/clock.ts';
import { deleteExpiredCaptures } from '@titular/server/transactions/retention/delete-expired-captures.ts';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextTake, openCamera } from '../captures/phone.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';

const DAY_SECONDS = 86_400;

let service: TestService;
let merchant: Merchant;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const db = () => service.service.database.db;

const readAttempt = (id: string, number: number) =>
  db()
    .selectFrom('capture_attempts')
    .select(['observations', 'outcome'])
    .where('subject_id', '=', asId(id))
    .where('number', '=', number)
    .executeTakeFirstOrThrow();

/** Somebody who shows the first pose and sends nothing more. */
async function leaveInTheMiddle() {
  const opened = await openCamera(service, merchant);
  const image = await poseFrame('a', 'front', { take: nextTake() });
  const { body } = await opened.phone.frame(opened.attempt.attemptId, 0, image);
  expect(body).toMatchObject({ step: 1 });
  const { observations } = await readAttempt(opened.id, 1);
  expect(observations).toHaveProperty('first.size');
  expect(observations).toHaveProperty('spread.yaw');
  return opened;
}

test('what was measured on a face goes with the end of an attempt that nobody finished (R90, R93)', async () => {
  const { phone, id } = await leaveInTheMiddle();
  await db()
    .updateTable('capture_attempts')
    .set(({ fn, val }) => ({
      observations: fn('jsonb_set', ['observations', val('{camera}'), val('{"asked": 1}')]),
    }))
    .where('subject_id', '=', asId(id))
    .execute();
  clock.advanceSeconds(150);
  await phone.start();
  expect(await readAttempt(id, 1)).toEqual({
    observations: { ...NOTHING_OBSERVED, camera: { asked: 1 } },
    outcome: 'timeout',
  });
});

test('what was measured on a face in an attempt that was never ended goes with the pictures (R90, R93)', async () => {
  const { phone, id } = await leaveInTheMiddle();
  await phone.call('raiseObjection', 'POST', '/objection', { objection: 'unknown_purchase' });
  const endedAt = clock.now();
  await deleteExpiredCaptures(db(), addSeconds(endedAt, 29 * DAY_SECONDS));
  expect((await readAttempt(id, 1)).observations).toHaveProperty('first');
  await deleteExpiredCaptures(db(), addSeconds(endedAt, 31 * DAY_SECONDS));
  expect(await readAttempt(id, 1)).toEqual({ observations: NOTHING_OBSERVED, outcome: null });
});
