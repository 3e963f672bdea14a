import { toSubjectRef } from '@titular/server/kernel/database/subject-ref.ts';
import { recordEvent } from '@titular/server/webhooks/events/record-event.ts';
import { newCpf, startTestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { startWebhookReceiver, type WebhookAnswer } from '@titular/test-kit/webhook-receiver.ts';
import { expect, onTestFinished, test } from 'vitest';
import { newMerchant } from '../transactions/api.ts';

test('an answer that comes too late is a failed attempt, and leaves the transaction as it was (R44)', async () => {
  const service = await startTestService({ env: { TITULAR_WEBHOOK_LOOPBACK: 'on' } });
  onTestFinished(() => service.close());
  const answer = Promise.withResolvers<WebhookAnswer>();
  const receiver = await startWebhookReceiver({ answer: () => answer.promise });
  onTestFinished(receiver.close);
  const merchant = await newMerchant(service);
  const wanted = { url: receiver.url, timeoutSeconds: 1, maximumAttempts: 1 };
  const { body: endpoint } = await merchant.call('createWebhookEndpoint', {
    body: { company: merchant.tenant.companyId, ...wanted },
  });
  receiver.trust(String(endpoint['secret']));

  const id = String((await merchant.create()).body['id']);
  await merchant.cancel(id);
  const { db } = service.service.database;
  const look = async () => ({
    status: (await merchant.read(id)).body,
    history: (await merchant.history(id)).body,
    row: await db
      .selectFrom('transactions')
      .selectAll()
      .where('transaction_id', '=', asId(id))
      .executeTakeFirst(),
    steps: await db
      .selectFrom('transaction_history')
      .selectAll()
      .where('transaction_id', '=', asId(id))
      .execute(),
  });
  expect((await receiver.next()).event).toMatchObject({ transactionId: id, status: 'canceled' });
  const before = await look();
  expect(before.history).toMatchObject({ status: 'canceled' });

  const list = async () =>
    (await merchant.call('listDeliveries', { id: String(endpoint['id']) })).body['deliveries'] as {
      id: string;
    }[];
  await expect.poll(list).toMatchObject([{ state: 'failed', attempts: 1 }]);
  answer.resolve({ status: 204 });
  const [delivery] = await list();
  const { body } = await merchant.call('readDelivery', { id: delivery?.id ?? '' });
  expect(body).toMatchObject({
    state: 'failed',
    history: [{ number: 1, error: 'no complete answer in time' }],
  });
  expect((body['history'] as { durationMs: number }[])[0]?.durationMs).toBeGreaterThanOrEqual(900);
  expect(await look()).toEqual(before);
});

test.each(['erasure.requested', 'link.requested'] as const)(
  'what a receiver answers to %s once the person is erased is not kept (R93)',
  async (type) => {
    const service = await startTestService({ env: { TITULAR_WEBHOOK_LOOPBACK: 'on' } });
    onTestFinished(() => service.close());
    const answer = Promise.withResolvers<WebhookAnswer>();
    const receiver = await startWebhookReceiver({ answer: () => answer.promise });
    onTestFinished(receiver.close);
    const merchant = await newMerchant(service);
    const { tenantId, companyId } = merchant.tenant;
    const { body: endpoint } = await merchant.call('createWebhookEndpoint', {
      body: { company: companyId, url: receiver.url, eventTypes: [type] },
    });
    receiver.trust(String(endpoint['secret']));
    const identity = { key: 'cpf', value: newCpf() };
    const about = toSubjectRef('transaction', asId(String((await merchant.create({ identity })).body['id'])));
    const subject =
      type === 'link.requested' ? { type, about, linkState: 'expired' as const } : { type, about };
    await service.service.database.db
      .transaction()
      .execute((trx) => recordEvent(trx, { tenantId, companyId, subject, at: new Date() }));
    await receiver.next();
    expect((await merchant.call('eraseIdentity', { body: { identity } })).status).toBe(200);
    answer.resolve({ status: 200, body: 'canary of a person' });
    const list = async () =>
      (await merchant.call('listDeliveries', { id: String(endpoint['id']) })).body['deliveries'] as {
        id: string;
      }[];
    await expect.poll(list).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    const [delivery] = await list();
    const { text, body } = await merchant.call('readDelivery', { id: delivery?.id ?? '' });
    expect(body).toMatchObject({ history: [{ number: 1, responseStatus: 200 }] });
    expect(text).not.toContain('canary');
  },
);
