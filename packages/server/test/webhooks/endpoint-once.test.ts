import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dumpDatabase, findCanaries } from '../erasure/canaries.ts';
import { type Answer, type Merchant, newMerchant } from '../transactions/api.ts';
import { newEndpoint, PUBLIC_URL } from './endpoint-fixture.ts';

let service: TestService;
let merchant: Merchant;
beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const create = (key: string, changes: object = {}): Promise<Answer> =>
  merchant.call('createWebhookEndpoint', {
    headers: { 'idempotency-key': key },
    body: { company: merchant.tenant.companyId, url: PUBLIC_URL, ...changes },
  });
const rotate = (id: string, key: string, body: object = {}): Promise<Answer> =>
  merchant.call('rotateWebhookSecret', { id, headers: { 'idempotency-key': key }, body });
const countEndpoints = async (): Promise<number> => {
  const { body } = await merchant.call('listWebhookEndpoints');
  return (body['endpoints'] as unknown[]).length;
};

test('createWebhookEndpoint 200: repeated with its Idempotency-Key it gives the same endpoint with its secret, and makes no second one (R81)', async () => {
  const first = await create('create-1');
  const again = await create('create-1');
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  expect(await countEndpoints()).toBe(1);
  expect(findCanaries({ secret: String(first.body['secret']) }, await dumpDatabase(service))).toEqual([]);
});

test('rotateWebhookSecret 200: repeated after a lost answer it gives the secret that signs by now, and ends no other (R41, R81)', async () => {
  const id = await newEndpoint(merchant);
  const first = await rotate(id, 'rotate-1');
  const again = await rotate(id, 'rotate-1');
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect((await rotate(id, 'rotate-2')).body['code']).toBe('40072');
});

test('rotateWebhookSecret 400: createWebhookEndpoint 400: a key names one request of one operation about one endpoint (R17, R74)', async () => {
  const [id, other] = [await newEndpoint(merchant), await newEndpoint(merchant)];
  await rotate(id, 'key-1');
  expect((await rotate(other, 'key-1')).body['code']).toBe('40028');
  expect((await rotate(id, 'key-1', { overlapSeconds: 0 })).body['code']).toBe('40028');
  expect((await create('key-1')).status).toBe(200);
  expect((await create('key-1', { description: 'another' })).body['code']).toBe('40028');
  expect((await create('two words')).body['code']).toBe('40002');
});

test('createWebhookEndpoint 400: a refusal uses up no key', async () => {
  expect((await create('key-2', { url: 'http://10.0.0.1/' })).body['code']).toBe('40002');
  expect((await create('key-2')).status).toBe(200);
});
