import { createManualClock, newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { forgetPictures, openCamera, openPhone, type Phone, perform } from './phone.ts';

let service: TestService;
let merchant: Merchant;
const clock = createManualClock();
const DAY_MS = 86_400_000;

beforeAll(async () => {
  service = await startTestService({ clock });
});
afterAll(() => service.close());
beforeEach(async () => {
  merchant = await newMerchant(service);
});

const eventsOf = async (id: string) =>
  (await merchant.call('listEvents', { query: { transaction: id, type: 'erasure.requested' } })).body[
    'events'
  ] as unknown[];
const attemptsOf = (id: string) =>
  service.service.database.db
    .selectFrom('capture_attempts')
    .select(['number', 'outcome'])
    .where('subject_id', '=', asId(id))
    .orderBy('number')
    .execute();
const erasureOf = async (phone: Phone) =>
  (await phone.view()).body['erasure'] as Record<string, unknown> | null;

/** Somebody whose first picture is kept. */
async function showOnce() {
  const opened = await openCamera(service, merchant, { identity: { key: 'cpf', value: newCpf() } });
  clock.advanceSeconds(2);
  const { body } = await opened.phone.frame(opened.attempt.attemptId, 0, await portraitOf('a'));
  expect(body['step']).toBe(1);
  return opened;
}

describe('who takes the consent back before the end (R94)', () => {
  test('answerConsent 200: ends the attempt and asks for the deletion of what was captured, once; the page says by when it is gone', async () => {
    const { phone, attempt, id } = await showOnce();
    expect(await erasureOf(phone)).toBeNull();
    const { body } = await phone.consent(false);
    const { expires_at: expiresAt } = await service.service.database.db
      .selectFrom('transactions')
      .select('expires_at')
      .where('transaction_id', '=', asId(id))
      .executeTakeFirstOrThrow();
    expect(body).toMatchObject({
      stage: 'consent',
      erasure: {
        requestedAt: clock.now().toISOString(),
        picturesUntil: new Date(expiresAt.getTime() + 30 * DAY_MS).toISOString(),
        includesFace: false,
      },
    });
    clock.advanceSeconds(3);
    await phone.consent(false);
    expect(await eventsOf(id)).toHaveLength(1);
    expect(await attemptsOf(id)).toEqual([{ number: 1, outcome: 'timeout' }]);
    const late = await phone.frame(attempt.attemptId, 1, await portraitOf('a'));
    expect([late.status, late.body['code']]).toEqual([400, '40062']);
    expect((await merchant.read(id)).body).toEqual({ status: 'waiting' });
  });

  test('submitFrame 400: a frame that is measured meanwhile is not kept', async () => {
    const { phone, attempt, id } = await openCamera(service, merchant);
    clock.advanceSeconds(2);
    const [frame] = await Promise.all([
      phone.frame(attempt.attemptId, 0, await portraitOf('b')),
      phone.consent(false),
    ]);
    const frames = await service.service.database.db
      .selectFrom('capture_frames')
      .select('step')
      .where('attempt_id', '=', asId(attempt.attemptId))
      .execute();
    // Of the two the one that commits first counts, and a picture is kept of none that was refused.
    expect(frames.length).toBe(frame.status === 200 ? 1 : 0);
    expect(await attemptsOf(id)).toEqual([{ number: 1, outcome: 'timeout' }]);
  });

  test('answerConsent 200: before any picture there is nothing to delete, and nobody is told of a wish', async () => {
    const { phone, id } = await openPhone(service, merchant);
    await phone.consent();
    expect((await phone.consent(false)).body).toMatchObject({ stage: 'consent', erasure: null });
    await phone.consent();
    await phone.start();
    expect((await phone.consent(false)).body).toMatchObject({ stage: 'consent', erasure: null });
    expect(await eventsOf(id)).toEqual([]);
  });

  test('answerConsent 200: the last attempt that is left is the end of the request', async () => {
    const { phone, id } = await openCamera(service, merchant);
    for (let attempts = 0; attempts < 2; attempts += 1) {
      clock.advanceSeconds(30);
      await phone.start();
    }
    expect((await phone.consent(false)).body).toMatchObject({
      stage: 'not_approved',
      erasure: { requestedAt: clock.now().toISOString(), includesFace: false },
    });
    expect((await merchant.read(id)).body).toEqual({ status: 'inconclusive' });
  });

  test('answerConsent 200: does so whatever text the page shows, also one of the release before', async () => {
    const { phone } = await showOnce();
    expect((await phone.consent(false, '2026-11-4')).body['stage']).toBe('consent');
  });

  test('requestErasure 200: who agrees anew has a capture with a wish of its own, which takes the face as well', async () => {
    await forgetPictures(service);
    const { phone, id } = await showOnce();
    await phone.consent(false);
    await forgetPictures(service);
    clock.advanceSeconds(5);
    await phone.consent();
    const { body } = await phone.start();
    await perform(phone, body as never, 'a');
    await eventually(async () => expect((await merchant.read(id)).body['status']).toBe('approved'));
    expect(await erasureOf(phone)).toMatchObject({ requestedAt: null, includesFace: true });
    await phone.call('requestErasure', 'POST', '/erasure', { confirmed: true });
    expect(await erasureOf(phone)).toMatchObject({ requestedAt: clock.now().toISOString() });
    expect(await eventsOf(id)).toHaveLength(2);
    const faces = await service.service.database.db
      .selectFrom('face_templates')
      .select('erase_at')
      .where('subject_id', '=', asId(id))
      .execute();
    expect(faces).toEqual([{ erase_at: expect.any(Date) }]);
  });
});

test('answerConsent 200: who comes back after the time of the page and does not agree again asks for the deletion of what was captured (R94)', async () => {
  const { phone, id } = await showOnce();
  clock.advanceSeconds(1_800);
  await phone.call('renewSession', 'POST', '/renewal', {});
  expect((await phone.consent(false)).body).toMatchObject({
    stage: 'consent',
    erasure: { requestedAt: clock.now().toISOString() },
  });
  expect(await eventsOf(id)).toHaveLength(1);
});
