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
