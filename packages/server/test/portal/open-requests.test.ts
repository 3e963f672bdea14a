import { countOpenRequests } from '@titular/server/erasure/open-requests-store.ts';
import { requestErasure } from '@titular/server/subjects/person-requests/request-erasure.ts';
import { TRANSACTIONS } from '@titular/server/transactions/change/change-status.ts';
import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';

let service: TestService;
let merchant: Merchant;
let admin: PasskeyPerson;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
  admin = await addMember(service, merchant.tenant.tenantId, { role: 'admin' });
}, 360_000);
afterAll(() => service?.close());

const db = () => service.service.database.db;
const count = () =>
  admin.browser.call('countOpenRequests', { params: { tenant_id: merchant.tenant.tenantId } });

/** A transaction whose person asked on the page for the deletion of their data. */
async function ask(of: Merchant, value = newCpf()): Promise<string> {
  const { body } = await of.create({ identity: { key: 'cpf', value } });
  const now = new Date();
  const request = { facesUntil: undefined, since: now, now };
  await db()
    .transaction()
    .execute((trx) =>
      requestErasure(trx, TRANSACTIONS, of.tenant.tenantId, asId(String(body['id'])), request),
    );
  return value;
}

test('the portal tells how many persons wait for the deletion that they asked for, though no endpoint heard of it (R93)', async () => {
  expect(await count()).toEqual({ count: 0, isMore: false });
  const person = await ask(merchant);
  await ask(merchant);
  await ask(await newMerchant(service));
  expect(await count()).toEqual({ count: 2, isMore: false });
  await merchant.call('eraseIdentity', { body: { identity: { key: 'cpf', value: person } } });
  expect(await count()).toEqual({ count: 1, isMore: false });
});

test('older requests that were not looked at are told as more (R93)', async () => {
  const { tenantId } = merchant.tenant;
  await ask(merchant);
  expect(await countOpenRequests(db(), tenantId, 1)).toEqual({ count: 1, isMore: true });
  expect((await countOpenRequests(db(), tenantId, 3)).isMore).toBe(false);
});
