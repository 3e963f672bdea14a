import type { PortalOperationName } from '@titular/contract';
import type { CompanyId } from '@titular/server/kernel/base/id.ts';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { PUBLIC_URL } from '../webhooks/endpoint-fixture.ts';
import { eventOf, finish, readPage, register } from '../webhooks/log-fixture.ts';
import { outcomeOf, sendAny } from './portal-calls.ts';

let service: TestService;
let merchant: Merchant;
let stranger: Merchant;
let developer: PasskeyPerson;
let narrow: PasskeyPerson;
let second: CompanyId;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
  stranger = await newMerchant(service);
  const { tenantId } = merchant.tenant;
  second = await createCompany(operatorOf(service), tenantId, { name: 'Second' });
  developer = await addMember(service, tenantId, { role: 'developer' });
  narrow = await addMember(service, tenantId, { role: 'developer', companies: [second] });
}, 360_000);
afterAll(() => service?.close());

const inTenant = () => ({ tenant_id: merchant.tenant.tenantId });
const search = async (body: object = {}, { browser }: PasskeyPerson = developer) =>
  browser.call('searchPortalEvents', { params: inTenant(), body });

describe('the log of events', () => {
  test('is that of the API, newest first, page by page, with what became of the webhooks (P17)', async () => {
    const untold = await finish(merchant);
    await register(service, merchant, PUBLIC_URL, { eventTypes: ['transaction.finished'] });
    const told = await finish(merchant);
    const { events: known } = await readPage(merchant, { limit: '100' });
    const first = await search({ limit: 1 });
    const rest = await search({ limit: 250, cursor: first.nextCursor });
    const shown = [...first.events, ...rest.events];
    expect(shown.map(({ companyName: _, webhooks: __, ...event }) => event)).toEqual(known.toReversed());
    expect(first.events[0]).toMatchObject({ transactionId: told, companyName: expect.any(String) });
    expect(['pending', 'failed']).toContain(first.events[0]?.webhooks);
    expect(rest.events.find(({ transactionId }) => transactionId === untold)?.webhooks).toBe('none');
    expect(rest.nextCursor).toBeUndefined();
  });

  test('is narrowed to a type, a transaction and a company', async () => {
    const id = await finish(merchant);
    const about = await search({ transaction: id });
    expect(about.events.map(({ transactionId }) => transactionId)).toEqual([id]);
    expect((await search({ transaction: id, type: 'process.finished' })).events).toEqual([]);
    expect((await search({ type: 'endpoint.test' })).events).toEqual([]);
    const { events } = await search({ type: 'transaction.finished', limit: 250 });
    expect(events.map(({ transactionId }) => transactionId)).toContain(id);
    expect((await search({ company: second })).events).toEqual([]);
    expect((await search({ company: merchant.tenant.companyId, transaction: id })).events).toHaveLength(1);
  });

  test('holds nothing of a company out of reach, nor of another tenant (P33, P34)', async () => {
    const foreign = await finish(stranger);
    await finish(merchant);
    expect((await search({}, narrow)).events).toEqual([]);
    expect((await search({ company: merchant.tenant.companyId }, narrow)).events).toEqual([]);
    expect((await search({ transaction: foreign })).events).toEqual([]);
  });

  test('lists the types of the API, with what each body holds (P17)', async () => {
    const { body } = await merchant.call('listEventTypes');
    expect(await developer.browser.call('listPortalEventTypes', { params: inTenant() })).toEqual(body);
  });
});

describe('one event', () => {
  test('has the body that is sent, and equals the API but for the requests of its deliveries (P17)', async () => {
    const { id } = await eventOf(merchant, await finish(merchant));
    const { body } = await merchant.call('readEvent', { id });
    const shown = await developer.browser.call('readPortalEvent', {
      params: { ...inTenant(), event_id: id },
    });
    const { companyId: _, deliveries: __, ...sent } = body;
    expect(JSON.parse(shown.request)).toEqual(sent);
    expect(shown).toMatchObject({ id, companyName: expect.any(String) });
    expect(shown.deliveries.map(({ id: one }) => one)).toEqual(
      (body['deliveries'] as { id: string }[]).map(({ id: one }) => one),
    );
    expect(shown.deliveries.every(({ request }) => request === shown.request)).toBe(true);
    expect(shown.deliveries.every(({ url }) => url === PUBLIC_URL)).toBe(true);
  });

  test('says of each delivery whether its endpoint still is there and switched on (P7)', async () => {
    const shop = await newMerchant(service);
    const params = { tenant_id: shop.tenant.tenantId };
    const { browser } = await addMember(service, shop.tenant.tenantId, { role: 'developer' });
    const ids = [];
    for (const _ of ['kept', 'off', 'gone']) ids.push((await register(service, shop, PUBLIC_URL)).endpointId);
    const [kept, off, gone] = ids;
    const transaction = await finish(shop);
    const { id } = await eventOf(shop, transaction);
    await shop.call('changeWebhookEndpoint', { id: String(off), body: { enabled: false } });
    await shop.call('deleteWebhookEndpoint', { id: String(gone) });
    const shown = await browser.call('readPortalEvent', { params: { ...params, event_id: id } });
    const about = await browser.call('readTransactionCase', {
      params: { ...params, transaction_id: transaction },
    });
    for (const deliveries of [shown.deliveries, about.deliveries]) {
      const states = new Map<string, string>(
        deliveries.map(({ endpointId, endpoint }) => [endpointId, endpoint]),
      );
      expect([kept, off, gone].map((one) => states.get(String(one)))).toEqual([
        'enabled',
        'disabled',
        'deleted',
      ]);
    }
    for (const { id: delivery_id, endpoint, endpointId } of shown.deliveries) {
      const read = { params: { ...params, endpoint_id: endpointId, delivery_id } };
      if (endpoint === 'deleted') continue;
      expect((await browser.call('readPortalDelivery', read)).endpoint).toBe(endpoint);
    }
  });

  test('is sent again as by the API, with the same entry but for the actor (P17)', async () => {
    const { id } = await eventOf(merchant, await finish(merchant));
    const byApi = (await merchant.call('resendEventById', { id })).body;
    const params = { ...inTenant(), event_id: id };
    expect(await developer.browser.call('resendPortalEvent', { params, body: {} })).toEqual(byApi);
    const entries = await service.service.database.db
      .selectFrom('audit_log')
      .select(['action', 'after', 'actor'])
      .where('subject', '=', `webhook-event/${id}`)
      .orderBy('entry_id')
      .execute();
    const [one, other] = entries.map(({ actor: _, ...entry }) => entry);
    expect(entries).toHaveLength(2);
    expect(other).toEqual(one);
    expect(entries[1]?.actor).toBe(`user:${developer.userId}`);
  });

  test.each(['readPortalEvent', 'resendPortalEvent'] as const satisfies PortalOperationName[])(
    'that the person does not see is to %s what a random id is (P33)',
    async (name) => {
      const own = (await eventOf(merchant, await finish(merchant))).id;
      const foreign = (await eventOf(stranger, await finish(stranger))).id;
      const random = await sendAny(narrow.browser, name, inTenant());
      expect(outcomeOf(random)).toBe('40420');
      for (const event_id of [own, foreign, 'x']) {
        const reply = await sendAny(narrow.browser, name, { ...inTenant(), event_id });
        expect([reply.status, reply.text]).toEqual([random.status, random.text]);
      }
      const mine = await sendAny(developer.browser, name, { ...inTenant(), event_id: foreign });
      expect([mine.status, mine.text]).toEqual([random.status, random.text]);
    },
  );
});
