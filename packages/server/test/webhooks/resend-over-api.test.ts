import { listAuditEntries } from '@titular/server/audit/audit-store.ts';
import { startTestService } from '@titular/test-kit';
import { startWebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { newMerchant } from '../transactions/api.ts';
import { register } from './log-fixture.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

test('resendDelivery 200: resendFailed 200: resendDelivery 400: resendFailed 400: sends again what failed, and says what it cannot do', async () => {
  const service = await startTestService();
  closers.push(() => service.close());
  const one = await newMerchant(service);
  let isUp = false;
  const receiver = await startWebhookReceiver({ answer: () => ({ status: isUp ? 204 : 500 }) });
  closers.push(receiver.close);
  const { endpointId, secret } = await register(service, one, receiver.url, { maximumAttempts: 1 });
  receiver.trust(secret);
  for (let count = 0; count < 3; count += 1) await one.cancel(String((await one.create()).body['id']));
  const failed = async () =>
    (await one.call('listDeliveries', { id: endpointId, query: { state: 'failed' } })).body['deliveries'] as {
      id: string;
    }[];
  await expect.poll(async () => (await failed()).length).toBe(3);
  isUp = true;
  const [{ id } = { id: '' }] = await failed();
  const resent = await one.call('resendDelivery', { id });
  expect([resent.status, resent.body]).toMatchObject([200, { id, state: 'pending', attempts: 1 }]);
  await expect.poll(async () => (await failed()).length).toBe(2);
  const since = new Date(Date.now() - 60_000).toISOString();
  const rest = await one.call('resendFailed', { id: endpointId, body: { since } });
  expect([rest.status, rest.body]).toEqual([200, { deliveries: 2, hasMore: false }]);
  await expect.poll(() => receiver.deliveries.length).toBe(6);
  expect(await failed()).toEqual([]);
  const actor = expect.stringMatching(/^service-account:./);
  const { tenantId } = one.tenant;
  const { db } = service.service.database;
  expect(await listAuditEntries(db, { tenantId, limit: 2 })).toMatchObject([
    { actor, action: 'webhook-endpoint.resend-failed', subject: `webhook-endpoint/${endpointId}` },
    { actor, action: 'webhook-delivery.resend', subject: `webhook-delivery/${id}` },
  ]);
  for (const body of [
    { since: new Date(Date.now() - 91 * 86_400_000).toISOString() },
    { since: 'yesterday' },
    { since: '2026-02-31T25:00:00Z' },
    {},
  ]) {
    const { status, body: refused } = await one.call('resendFailed', { id: endpointId, body });
    expect([status, refused['code']], JSON.stringify(body)).toEqual([400, '40002']);
  }
  await sql`UPDATE webhook_endpoints SET enabled = false WHERE endpoint_id = ${endpointId}`.execute(db);
  for (const refused of [
    await one.call('resendDelivery', { id }),
    await one.call('resendFailed', { id: endpointId, body: { since } }),
  ])
    expect([refused.status, refused.body['code']]).toEqual([400, '40070']);
});
