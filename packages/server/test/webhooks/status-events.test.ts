import { startTestService, type TestService } from '@titular/test-kit';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';

let service: TestService;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  service = await startTestService({ env: { TITULAR_WEBHOOK_LOOPBACK: 'on' } });
});
afterAll(async () => {
  await service.close();
  for (const close of closers) await close();
});

/** A merchant whose only endpoint, made over the API, is a receiver. */
async function withEndpoint(choices: object): Promise<{ merchant: Merchant; receiver: WebhookReceiver }> {
  const merchant = await newMerchant(service);
  const receiver = await startWebhookReceiver();
  closers.push(receiver.close);
  const body = { company: merchant.tenant.companyId, url: receiver.url, ...choices };
  const made = await merchant.call('createWebhookEndpoint', { body });
  receiver.trust(String(made.body['secret']));
  return { merchant, receiver };
}

const setOrderNumber = ({ tenant }: Merchant, choice: 'omit' | 'include') =>
  service.service.database.db
    .updateTable('companies')
    .set({ webhook_order_number: choice })
    .where('company_id', '=', tenant.companyId)
    .execute();

describe('a company hears', () => {
  test('of each status that it names, from the first on, with a sequence that grows', async () => {
    const { merchant, receiver } = await withEndpoint({ statuses: ['waiting', 'canceled'] });
    const id = String((await merchant.create()).body['id']);
    expect((await receiver.next()).event).toMatchObject({
      type: 'transaction.changed',
      transactionId: id,
      status: 'waiting',
      sequence: 1,
    });
    await merchant.cancel(id);
    expect((await receiver.next()).event).toMatchObject({
      type: 'transaction.finished',
      transactionId: id,
      status: 'canceled',
      sequence: 2,
    });
  });

  test('of final statuses alone when it names none, and nothing else is kept of the others', async () => {
    const { merchant, receiver } = await withEndpoint({});
    const id = String((await merchant.create()).body['id']);
    await merchant.cancel(id);
    expect((await receiver.next()).event).toMatchObject({ transactionId: id, status: 'canceled' });
    const { body } = await merchant.call('listEvents');
    expect(body['events']).toMatchObject([{ type: 'transaction.finished', transactionId: id }]);
  });

  test('its order number when it asked for that, the same in every attempt whatever it chooses later', async () => {
    const { merchant, receiver } = await withEndpoint({});
    const cancelNew = async (): Promise<string> => {
      const created = await merchant.create({ orderNumber: `order-${crypto.randomUUID().slice(0, 8)}` });
      await merchant.cancel(String(created.body['id']));
      return String(created.body['id']);
    };
    await cancelNew();
    expect((await receiver.next()).event).not.toHaveProperty('orderNumber');
    await setOrderNumber(merchant, 'include');
    const told = await cancelNew();
    const first = await receiver.next();
    expect(first.event).toMatchObject({ transactionId: told, orderNumber: expect.stringMatching(/^order-/) });
    await setOrderNumber(merchant, 'omit');
    // One that is still being sent is not sent again when it arrives.
    const readDeliveries = async () =>
      (await merchant.call('readEvent', { id: String(first.event?.id) })).body['deliveries'];
    await expect.poll(readDeliveries).toMatchObject([{ state: 'delivered' }]);
    await merchant.call('resendEvent', { id: told });
    expect((await receiver.next()).body).toBe(first.body);
  });
});
