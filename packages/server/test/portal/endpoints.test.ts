import type { PortalOperationName } from '@titular/contract';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { addMember, authenticateAgain, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { newEndpoint, PUBLIC_URL } from '../webhooks/endpoint-fixture.ts';
import { outcomeOf, sendAny } from './portal-calls.ts';

let service: TestService;
let merchant: Merchant;
let developer: PasskeyPerson;
let narrow: PasskeyPerson;
let foreign: string;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
  foreign = await newEndpoint(await newMerchant(service));
  const { tenantId } = merchant.tenant;
  const second = await createCompany(operatorOf(service), tenantId, { name: 'Second' });
  developer = await addMember(service, tenantId, { role: 'developer' });
  narrow = await addMember(service, tenantId, { role: 'developer', companies: [second] });
  await authenticateAgain(developer);
  await authenticateAgain(narrow);
}, 360_000);
afterAll(() => service?.close());

const params = (endpoint_id: string) => ({ tenant_id: merchant.tenant.tenantId, endpoint_id });
const inTenant = () => ({ tenant_id: merchant.tenant.tenantId });
const entriesAbout = (id: string) =>
  service.service.database.db
    .selectFrom('audit_log')
    .select(['action', 'actor'])
    .where('subject', '=', `webhook-endpoint/${id}`)
    .orderBy('entry_id')
    .execute();

test('an endpoint is made, changed, tested, given a new secret and deleted as by the API, with the same entries but for the actor (P17)', async () => {
  const { browser, userId } = developer;
  const body = { company: merchant.tenant.companyId, url: PUBLIC_URL };
  const made = await browser.call('createPortalEndpoint', { params: inTenant(), body });
  expect(made.secret).toMatch(/^whsec_/);
  const changed = await browser.call('changePortalEndpoint', {
    params: params(made.id),
    body: { description: 'Orders <b>' },
  });
  expect(changed).toMatchObject({ description: 'Orders <b>', enabled: true, waiting: 0, delivered: 0 });
  await browser.call('sendPortalTest', { params: params(made.id), body: {} });
  const found = await browser.call('searchPortalDeliveries', {
    params: params(made.id),
    body: { type: 'endpoint.test' },
  });
  expect(found.deliveries.map(({ type }) => type)).toEqual(['endpoint.test']);
  const rotated = await browser.call('rotatePortalSecret', {
    params: params(made.id),
    body: { overlapSeconds: 60 },
  });
  expect(rotated.secret).not.toBe(made.secret);
  const shown = await browser.call('readPortalEndpoint', { params: params(made.id) });
  expect(JSON.stringify(shown)).not.toContain('whsec_');
  await browser.call('deletePortalEndpoint', { params: params(made.id), body: {} });
  expect(await entriesAbout(made.id)).toEqual(
    ['create', 'change', 'test', 'rotate-secret', 'delete'].map((act) => ({
      action: `webhook-endpoint.${act}`,
      actor: `user:${userId}`,
    })),
  );
});

describe('a press whose answer was lost (P17)', () => {
  const pressed = (key: string) => ({ headers: { 'idempotency-key': key } });

  test('shows the endpoint of the first again, with its secret, and makes no second one', async () => {
    const { browser } = developer;
    const url = `${PUBLIC_URL}?lost=made`;
    const input = { params: inTenant(), body: { company: merchant.tenant.companyId, url } };
    const key = crypto.randomUUID();
    const press = () => browser.send('createPortalEndpoint', input, pressed(key));
    const [one, twin] = await Promise.all([press(), press()]);
    expect([one.status, twin.status, (await press()).body]).toEqual([200, 200, one.body]);
    expect(twin.body).toEqual(one.body);
    const { endpoints } = await browser.call('searchPortalEndpoints', { params: inTenant(), body: {} });
    expect(endpoints.filter((endpoint) => endpoint.url === url)).toHaveLength(1);
    const other = { ...input, body: { ...input.body, url: `${url}&other` } };
    expect(outcomeOf(await browser.send('createPortalEndpoint', other, pressed(key)))).toBe('40028');
    expect(outcomeOf(await browser.send('createPortalEndpoint', input, pressed('a key')))).toBe('40002');
  });

  test('shows the secret of the first again, and the one before it goes on signing', async () => {
    const id = await newEndpoint(merchant);
    const input = { params: params(id), body: { overlapSeconds: 3_600 } };
    const key = crypto.randomUUID();
    const press = (person: PasskeyPerson) => person.browser.send('rotatePortalSecret', input, pressed(key));
    const [one, twin] = await Promise.all([press(developer), press(developer)]);
    expect([one.status, twin.status, (await press(developer)).body]).toEqual([200, 200, one.body]);
    expect(twin.body).toEqual(one.body);
    expect(outcomeOf(await developer.browser.send('rotatePortalSecret', input))).toBe('40072');
    const acts = (await entriesAbout(id)).map(({ action }) => action);
    expect(acts.filter((act) => act === 'webhook-endpoint.rotate-secret')).toHaveLength(1);
    // Somebody else with the same key has asked for nothing yet.
    const colleague = await addMember(service, merchant.tenant.tenantId, { role: 'developer' });
    await authenticateAgain(colleague);
    expect(outcomeOf(await press(colleague))).toBe('40072');
    expect(outcomeOf(await press(narrow))).toBe('40420');
  });
});

const ABOUT_ONE = [
  'readPortalEndpoint',
  'changePortalEndpoint',
  'deletePortalEndpoint',
  'rotatePortalSecret',
  'sendPortalTest',
  'searchPortalDeliveries',
  'readPortalDelivery',
  'countPortalFailed',
  'resendPortalFailed',
] as const satisfies PortalOperationName[];

describe('an endpoint that the person does not see', () => {
  test.each(ABOUT_ONE)('is to %s what a random id is (P33)', async (name) => {
    const own = await newEndpoint(merchant);
    const random = await sendAny(narrow.browser, name, inTenant());
    expect(outcomeOf(random)).toBe('40420');
    for (const id of [own, foreign, 'x']) {
      const reply = await sendAny(narrow.browser, name, params(id));
      expect([reply.status, reply.text]).toEqual([random.status, random.text]);
    }
    expect(outcomeOf(await sendAny(developer.browser, name, params(foreign)))).toBe('40420');
  });

  test('stands in no list, and none is made for its company (P33, P34)', async () => {
    const own = await newEndpoint(merchant);
    const input = { params: inTenant(), body: {} };
    expect((await narrow.browser.call('searchPortalEndpoints', input)).endpoints).toEqual([]);
    const { endpoints } = await developer.browser.call('searchPortalEndpoints', input);
    expect(endpoints.map(({ id }) => id)).toContain(own);
    expect(endpoints.map(({ id }) => id)).not.toContain(foreign);
    const body = { company: merchant.tenant.companyId, url: PUBLIC_URL };
    const reply = await narrow.browser.send('createPortalEndpoint', { params: inTenant(), body });
    expect(outcomeOf(reply)).toBe('40420');
  });
});
