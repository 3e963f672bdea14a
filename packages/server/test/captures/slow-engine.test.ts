import type { FaceEngine } from '@titular/face-engine';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { createLazyFaceEngine } from '@titular/test-kit/faces/lazy-face-engine.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { openCamera, perform } from './phone.ts';

const SLOW_SECONDS = 16;
const clock = createManualClock();
const engine = createLazyFaceEngine();
let service: TestService;
let merchant: Merchant;

/** The engine inside, which takes longer for each picture than a step lasts. */
const slow = (inner: FaceEngine): FaceEngine => ({
  ...inner,
  analyse: async (...asked) => {
    const analysis = await inner.analyse(...asked);
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
