import type { FaceEngine } from '@titular/face-engine';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { createLazyFaceEngine } from '@titular/test-kit/faces/lazy-face-engine.ts';
import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { openCamera, perform } from './phone.ts';

const SLOW_SECONDS = 16;
const clock = createManualClock();
const engine = createLazyFaceEngine();
let service: TestService;
let merchant: Merchant;

/** What a picture waits for before its answer, and how many wait. */
let gate: Promise<void> | undefined;
let held = 0;

/** The engine inside, which takes longer for each picture than a step lasts. */
const slow = (inner: FaceEngine): FaceEngine => ({
  ...inner,
  analyse: async (...asked) => {
    const analysis = await inner.analyse(...asked);
    held += 1;
    await gate;
    clock.advanceSeconds(SLOW_SECONDS);
    return analysis;
  },
});

beforeAll(async () => {
  service = await startTestService({ clock, engine: slow(engine) });
  merchant = await newMerchant(service);
});
afterAll(async () => {
  await service.close();
  await engine.close();
});

test('submitFrame 200: an engine that takes longer for a frame than a step lasts costs nobody a step', async () => {
  const { phone, attempt, id } = await openCamera(service, merchant);
  expect(await perform(phone, attempt, 'a')).toMatchObject({ outcome: 'completed' });
  await eventually(async () => expect((await merchant.read(id)).body['status']).toBe('approved'));
});

test('submitFrame 200: a page that is loaded again while its last frame is measured goes on by its own clock, and leaves no sign of an attack', async () => {
  const { phone, attempt, id } = await openCamera(service, merchant);
  const { attemptId } = attempt;
  const image = await portraitOf('a');
  const taken = (ms: number) => ({ 'x-captured-at-ms': String(ms) });
  const gated = Promise.withResolvers<void>();
  gate = gated.promise;
  held = 0;
  const late = phone.frame(attemptId, 0, image, taken(1_700_000_000_000));
  await eventually(async () => expect(held).toBe(1));
  const { body } = await phone.start();
  expect(body).toMatchObject({ attemptId, nextPosition: 0 });
  gate = undefined;
  gated.resolve();
  expect((await late).body).toMatchObject({ code: '42902' });
  // The page of now counts its milliseconds from when it was loaded.
  expect((await phone.frame(attemptId, 0, image, taken(1_000))).status).toBe(200);
  const signs = await service.service.database.db
    .selectFrom('capture_signs')
    .select('sign')
    .where('subject_id', '=', asId(id))
    .execute();
  expect(signs).toEqual([]);
});
