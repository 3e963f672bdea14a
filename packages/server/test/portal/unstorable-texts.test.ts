import type { PortalOperationName } from '@titular/contract';
import { startTestService, type TestService } from '@titular/test-kit';
import {
  addMember,
  addOperator,
  authenticateAgain,
  type PasskeyPerson,
} from '@titular/test-kit/portal/people.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { register } from '../webhooks/log-fixture.ts';
import { outcomeOf } from './portal-calls.ts';

const NUL = 'a\u0000b';

let service: TestService;
let merchant: Merchant;
let operator: PasskeyPerson;
let admin: PasskeyPerson;
beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
  operator = await addOperator(service);
  admin = await addMember(service, merchant.tenant.tenantId, { role: 'admin' });
}, 360_000);
afterAll(() => service?.close());

const send = async (person: PasskeyPerson, name: PortalOperationName, input: object): Promise<string> => {
  await authenticateAgain(person);
  return outcomeOf(await person.browser.send(name, input as never));
};

test.each([
  ['searchTenants', { text: NUL }],
  ['searchPeople', { text: NUL }],
  ['searchJobs', { state: 'failed', task: NUL }],
  ['retryJobs', { task: NUL }],
] as const)('%s refuses a text that no database can keep as one of another form', async (name, body) => {
  expect(await send(operator, name, { body })).toBe('40002');
});

test('a search of deliveries refuses such an order number, and a passkey such a name', async () => {
  const { endpointId } = await register(service, merchant, 'http://127.0.0.1:9/');
  const params = { tenant_id: merchant.tenant.tenantId, endpoint_id: endpointId };
  expect(await send(admin, 'searchPortalDeliveries', { params, body: { orderNumber: NUL } })).toBe('40002');
  expect(await send(admin, 'addAuthenticator', { body: { passkey: {}, label: NUL } })).toBe('40002');
});
