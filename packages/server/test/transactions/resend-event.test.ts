import { errorCatalogue, WEBHOOK_LOG_DAYS } from '@titular/contract';
import { listAuditEntries } from '@titular/server/audit/audit-store.ts';
import { registerEndpoint } from '@titular/server/webhooks/endpoints/register-endpoint.ts';
import { deleteOldEvents } from '@titular/server/webhooks/events/delete-old-events.ts';
import { openTenantKey, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from './api.ts';

const unknownId = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';
let service: TestService;
let merchant: Merchant;
let receiver: WebhookReceiver;
let answers: number[] = [];

const register = async (one: Merchant, url: string): Promise<string> => {
  const { tenantId, companyId } = one.tenant;
  const key = await openTenantKey(service, tenantId);
  const { db } = service.service.database;
  const wanted = { tenantId, companyId, url, loopbackAllowed: true } as const;
  return (await registerEndpoint(db, key, wanted)).secret;
};

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
  receiver = await startWebhookReceiver({ answer: () => ({ status: answers.shift() ?? 204 }) });
  receiver.trust(await register(merchant, receiver.url));
});
afterAll(async () => {
  await receiver.close();
  await service.close();
});

const deliveriesOf = (id: string) =>
  service.service.database.db
    .selectFrom('deliveries as d')
    .innerJoin('events as e', 'e.event_id', 'd.event_id')
    .select(['d.state', 'd.attempts'])
    .where('e.transaction_id', '=', asId(id))
    .execute();
const resend = (id: string, one = merchant) => one.call('resendEvent', { id });

describe('sending the last event again', () => {
  test('resendEvent 200: the receiver gets the same event with the same id, as often as it is asked for (R41)', async () => {
    const id = String((await merchant.create()).body['id']);
    await merchant.cancel(id);
    const first = await receiver.next();
    // One that is still being sent is not sent again when it arrives.
    await eventually(async () =>
      expect(await deliveriesOf(id)).toEqual([{ state: 'delivered', attempts: 1 }]),
    );
    for (const attempts of [2, 3]) {
      const { body } = await resend(id);
      expect(body).toEqual({
        id: first.event?.id,
        type: 'transaction.finished',
        status: 'canceled',
        sequence: 2,
        deliveries: 1,
      });
      const again = await receiver.next();
      expect([again.body, again.headers['webhook-id']]).toEqual([first.body, first.headers['webhook-id']]);
      await eventually(async () =>
        expect(await deliveriesOf(id)).toEqual([{ state: 'delivered', attempts }]),
      );
    }
  });

  test('resendEvent 200: one that waits for its next attempt is tried at once, and has no second chain of attempts', async () => {
    answers = [500];
    const id = String((await merchant.create()).body['id']);
    await merchant.cancel(id);
    await receiver.next();
    await eventually(async () => expect(await deliveriesOf(id)).toEqual([{ state: 'pending', attempts: 1 }]));
    await resend(id);
    await receiver.next();
    await eventually(async () =>
      expect(await deliveriesOf(id)).toEqual([{ state: 'delivered', attempts: 2 }]),
    );
  });

  test('the log of calls has it under the transaction, not under the event', async () => {
    const id = String((await merchant.create()).body['id']);
    await merchant.cancel(id);
    await receiver.next();
    // Until its outcome is kept, the first sending is the one that is asked for.
    await eventually(async () => expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered' }]));
    await resend(id);
    await receiver.next();
    await eventually(async () => {
      const query = { transaction: id, operation: 'resendEvent' };
      const { body } = await merchant.call('listCalls', { query });
      expect(body['calls']).toMatchObject([
        { path: `/api/public/v1/walletid/transactions/${id}/events/resend` },
      ]);
    });
  });

  test('resendEvent 200: an endpoint that came later gets it too; with no endpoint nothing is sent', async () => {
    const one = await newMerchant(service);
    const id = String((await one.create()).body['id']);
    await one.cancel(id);
    expect((await resend(id, one)).body['deliveries']).toBe(0);
    const late = await startWebhookReceiver();
    late.trust(await register(one, late.url));
    expect((await resend(id, one)).body['deliveries']).toBe(1);
    const { event } = await late.next();
    expect(event).toMatchObject({ transactionId: id, status: 'canceled' });
    const { tenantId } = one.tenant;
    expect(await listAuditEntries(service.service.database.db, { tenantId, limit: 1 })).toMatchObject([
      {
        actor: 'service-account:shop',
        action: 'webhook-event.resend',
        subject: `webhook-event/${event?.id}`,
        after: { deliveries: 1 },
      },
    ]);
    await late.close();
  });

  test('resendEvent 200: several at once are all answered, and an endpoint that came later has one delivery', async () => {
    const one = await newMerchant(service);
    const late = await startWebhookReceiver();
    const ids = await Promise.all(
      Array.from({ length: 10 }, async () => String((await one.create()).body['id'])),
    );
    for (const id of ids) await one.cancel(id);
    late.trust(await register(one, late.url));
    for (const id of ids) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => resend(id, one)));
      expect(answers.map(({ status, body }) => [status, body['deliveries']])).toEqual(
        Array(4).fill([200, 1]),
      );
      expect(await deliveriesOf(id)).toHaveLength(1);
    }
    await late.close();
  });

  test('resendEvent 400: an open transaction has no event yet, and what is no id is 40004', async () => {
    const id = String((await merchant.create()).body['id']);
    expect((await resend(id)).body['code']).toBe('40047');
    expect((await resend('nonsense')).body['code']).toBe('40004');
  });

  test('resendEvent 400: what happened is true as well for a transaction whose events are no longer kept', async () => {
    const id = String((await merchant.create()).body['id']);
    await merchant.cancel(id);
    await receiver.next();
    await eventually(async () => expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered' }]));
    const { db } = service.service.database;
    await deleteOldEvents(db, merchant.tenant.tenantId, new Date(Date.now() + 1_000));
    expect((await resend(id)).body['code']).toBe('40047');
    const { happened } = errorCatalogue['40047'];
    expect(happened).toMatch(/^The transaction is open .*, or its events were deleted/);
    expect(happened).toContain(`${WEBHOOK_LOG_DAYS} days`);
  });

  test("resendEvent 404: another tenant's transaction is as unknown as a random one, and nothing is sent (R17)", async () => {
    const id = String((await merchant.create()).body['id']);
    await merchant.cancel(id);
    await receiver.next();
    const other = await newMerchant(service);
    const [foreign, random] = [await resend(id, other), await resend(unknownId, other)];
    expect([foreign.status, foreign.body['code']]).toEqual([404, '40401']);
    expect(foreign.text).toBe(random.text);
    expect(await deliveriesOf(id)).toHaveLength(1);
  });
});
