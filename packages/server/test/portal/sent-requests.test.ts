import { startTestService, type TestService } from '@titular/test-kit';
import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { register } from '../webhooks/log-fixture.ts';

/** Headers of the connection, and those of which nothing is kept. */
const NOT_SHOWN = ['host', 'connection', 'traceparent', 'authorization'];
const ANSWER = '</pre><script>alert(1)</script>\u202Egnp.exe\u202C';

let service: TestService;
let merchant: Merchant;
let developer: PasskeyPerson;
let receiver: WebhookReceiver;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
  developer = await addMember(service, merchant.tenant.tenantId, { role: 'developer' });
  receiver = await startWebhookReceiver({ answer: () => ({ status: 500, body: ANSWER }) });
}, 360_000);
afterAll(async () => {
  await receiver?.close();
  await service?.close();
});

test('a delivery shows the headers and the body that the receiver got, and its answer character by character (P8, P44)', async () => {
  const { tenantId } = merchant.tenant;
  const authentication = { kind: 'basic', user: 'shop', password: 'a password of theirs' } as const;
  const { endpointId, secret } = await register(service, merchant, `${receiver.url}?key=hidden`, {
    authentication,
  });
  receiver.trust(secret);
  const params = { tenant_id: tenantId, endpoint_id: endpointId };
  await developer.browser.call('sendPortalTest', { params, body: {} });
  const received = await receiver.next();
  const { deliveries } = await developer.browser.call('searchPortalDeliveries', { params, body: {} });
  const [listed] = deliveries;
  const shown = await eventually(async () => {
    const found = await developer.browser.call('readPortalDelivery', {
      params: { ...params, delivery_id: String(listed?.id) },
    });
    expect(found.history).toHaveLength(1);
    return found;
  });
  const { 'webhook-signature': signature, ...others } = received.headers;
  const sent = Object.fromEntries(Object.entries(others).filter(([name]) => !NOT_SHOWN.includes(name)));
  const [attempt] = shown.history;
  const headers = Object.fromEntries((attempt?.headers ?? []).map(({ name, value }) => [name, value]));
  expect(signature).toMatch(/^v1,/);
  expect(headers).toEqual({ ...sent, 'webhook-signature': undefined });
  expect(shown.request).toBe(received.body);
  expect(shown.url).toBe(receiver.url);
  expect(attempt).toMatchObject({ responseStatus: 500, response: ANSWER });
  expect(shown.nextAttemptAt).toBeDefined();
  expect(shown.eventTime).toBe(listed?.eventTime);
  expect(JSON.stringify(shown)).not.toMatch(/a password of theirs|whsec_|key=hidden/);
});

test('an attempt that no receiver answered shows no headers, for nobody knows that they were sent (P44)', async () => {
  const { tenantId } = merchant.tenant;
  const gone = await startWebhookReceiver({ answer: () => ({ status: 204 }) });
  await gone.close();
  const { endpointId } = await register(service, merchant, gone.url);
  const params = { tenant_id: tenantId, endpoint_id: endpointId };
  await developer.browser.call('sendPortalTest', { params, body: {} });
  const { deliveries } = await developer.browser.call('searchPortalDeliveries', { params, body: {} });
  const shown = await eventually(async () => {
    const found = await developer.browser.call('readPortalDelivery', {
      params: { ...params, delivery_id: String(deliveries[0]?.id) },
    });
    expect(found.history).toHaveLength(1);
    return found;
  });
  expect(shown.history[0]).toMatchObject({ number: 1, error: expect.any(String) });
  expect(shown.history[0]).not.toHaveProperty('headers');
});
