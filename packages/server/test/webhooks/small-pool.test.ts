import { startTestService, type TestService } from '@titular/test-kit';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMerchant } from '../transactions/api.ts';

let service: TestService;
let receiver: WebhookReceiver;

beforeAll(async () => {
  service = await startTestService({ env: { TITULAR_DATABASE_POOL: '2', TITULAR_WEBHOOK_LOOPBACK: 'on' } });
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

test('createTransaction 200: with the smallest pool that is allowed requests are answered and webhooks are sent', async () => {
  const merchant = await newMerchant(service);
  const body = { company: merchant.tenant.companyId, url: receiver.url };
  receiver.trust(String((await merchant.call('createWebhookEndpoint', { body })).body['secret']));
  const created = await merchant.create();
  expect(created.status).toBe(200);
  await merchant.cancel(String(created.body['id']));
  expect((await receiver.next()).event).toMatchObject({
    transactionId: created.body['id'],
    status: 'canceled',
  });
});
