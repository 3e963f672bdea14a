import type { IncomingHttpHeaders } from 'node:http';
import type { EndpointId } from '@titular/server/kernel/base/id.ts';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { createBy, settle } from './sandbox-fixture.ts';

const clock = createManualClock();
const closers: (() => unknown)[] = [];
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, env: { TITULAR_WEBHOOK_LOOPBACK: 'on' } });
});
afterAll(async () => {
  await service.close();
  for (const close of closers) await close();
});

type Shop = { merchant: Merchant; receiver: WebhookReceiver; endpointId: EndpointId; secret: string };

async function openShop(statuses: string[] = []): Promise<Shop> {
  const merchant = await newMerchant(service);
  const receiver = await startWebhookReceiver();
  closers.push(receiver.close);
  const wanted = { company: merchant.tenant.companyId, url: receiver.url, statuses };
  const { body } = await merchant.call('createWebhookEndpoint', { body: wanted });
  const secret = String(body['secret']);
  receiver.trust(secret);
  return { merchant, receiver, endpointId: asId(String(body['id'])), secret };
}

async function start({ merchant }: Shop, scenario: string): Promise<string> {
  const id = String((await createBy(merchant, scenario)).body['id']);
  await settle(service, clock);
  return id;
}

async function pass(seconds: number): Promise<void> {
  clock.advanceSeconds(seconds);
  await settle(service, clock);
}

const secondsOf = (headers: IncomingHttpHeaders): number => Number(headers['webhook-timestamp']);

test('webhook-late: the event comes a minute after the approval, and is right', async () => {
  const shop = await openShop();
  const before = Math.floor(clock.now().getTime() / 1000);
  const id = await start(shop, 'webhook-late');
  expect((await shop.merchant.read(id)).body['status']).toBe('approved');
  await pass(59);
  const other = String((await shop.merchant.create()).body['id']);
  await shop.merchant.cancel(other);
  expect((await shop.receiver.next()).event).toMatchObject({ transactionId: other });
  await pass(2);
  const late = await shop.receiver.next();
  expect(late.event).toMatchObject({ transactionId: id, status: 'approved' });
  expect(secondsOf(late.headers) - before).toBeGreaterThanOrEqual(60);
});

test('webhook-twice: the same event comes twice, with one webhook-id', async () => {
  const shop = await openShop();
  const id = await start(shop, 'webhook-twice');
  const first = await shop.receiver.next();
  await pass(5);
  const second = await shop.receiver.next();
  for (const { event } of [first, second])
    expect(event).toMatchObject({ transactionId: id, status: 'approved' });
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
  expect(second.body).toBe(first.body);
});

test('webhook-out-of-order: the end comes before the status on the way, which has the lower sequence', async () => {
  const shop = await openShop(['processing', 'approved']);
  const id = await start(shop, 'webhook-out-of-order');
  await pass(1);
  const end = await shop.receiver.next();
  await pass(61);
  const late = await shop.receiver.next();
  expect(end.event).toMatchObject({ transactionId: id, type: 'transaction.finished', sequence: 3 });
  expect(late.event).toMatchObject({ transactionId: id, status: 'processing', sequence: 2 });
});

/** Waits until the service has kept that an attempt failed: its pause counts from there. */
const failedOnce = ({ endpointId }: Shop): Promise<void> =>
  eventually(async () => {
    const kept = await service.service.database.db
      .selectFrom('deliveries')
      .select('attempts')
      .where('endpoint_id', '=', endpointId)
      .executeTakeFirst();
    if (kept?.attempts !== 1) throw new Error('no attempt is kept yet');
  });

/** The first comes wrongly signed and is refused, the next rightly. */
async function expectRefusedOnce(shop: Shop, id: string): Promise<void> {
  const { receiver } = shop;
  const wrong = await receiver.next();
  expect([wrong.event, wrong.refusal]).toEqual([undefined, 'No matching signature found']);
  expect(wrong.headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  await failedOnce(shop);
  await pass(10);
  const right = await receiver.next();
  expect(right.event).toMatchObject({ transactionId: id, status: 'approved' });
  expect(right.headers['webhook-id']).toBe(wrong.headers['webhook-id']);
}

test('webhook-bad-signature: is refused by a receiver that verifies, and comes again rightly signed', async () => {
  const shop = await openShop();
  await expectRefusedOnce(shop, await start(shop, 'webhook-bad-signature'));
});

test('webhook-old-secret: is signed by no secret of the endpoint while it has but one', async () => {
  const shop = await openShop();
  await expectRefusedOnce(shop, await start(shop, 'webhook-old-secret'));
});

test('webhook-old-secret: is signed by the secret before the present one alone while both are valid', async () => {
  const shop = await openShop();
  const { body } = await shop.merchant.call('rotateWebhookSecret', { id: shop.endpointId, body: {} });
  shop.receiver.trust(String(body['secret']));
  const id = await start(shop, 'webhook-old-secret');
  await expectRefusedOnce(shop, id);
  const [wrong] = shop.receiver.deliveries;
  if (!wrong) throw new Error('a delivery came');
  const verified = new Webhook(shop.secret).verify(wrong.body, wrong.headers as Record<string, string>);
  expect(verified).toMatchObject({ transactionId: id });
});

test('every other scenario is signed as always', async () => {
  const shop = await openShop();
  const id = await start(shop, 'approved');
  expect((await shop.receiver.next()).event).toMatchObject({ transactionId: id, status: 'approved' });
});
