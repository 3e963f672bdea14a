import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMerchant } from '../transactions/api.ts';
import { newReferenceBody, photographOf } from './reference-fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { TITULAR_GALLERY_LIMIT: '1' } });
});
afterAll(() => service.close());

test('in a gallery that is full, a further person is refused with 40087, and one who is there is replaced', async () => {
  const merchant = await newMerchant(service);
  const enrol = async (body: Awaited<ReturnType<typeof newReferenceBody>>) =>
    merchant.call('createFaceReference', { body });
  const first = await newReferenceBody('a');
  expect((await enrol(first)).status).toBe(200);
  expect((await enrol(await newReferenceBody('b'))).body['code']).toBe('40087');
  const replaced = { ...first, photographs: [await photographOf('a', 1)], replace: true };
  expect(await enrol(replaced)).toMatchObject({ status: 200 });
  expect((await enrol(await newReferenceBody('b'))).body['code']).toBe('40087');
});
