import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type Merchant, newMerchant } from '../transactions/api.ts';

let service: TestService;
let merchant: Merchant;
beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const erase = (value: string, key?: string, one = merchant): Promise<Answer> =>
  one.call('eraseIdentity', {
    headers: key === undefined ? {} : { 'idempotency-key': key },
    body: { identity: { key: 'cpf', value } },
  });

const newPerson = async (): Promise<string> => {
  const value = newCpf();
  await merchant.create({ identity: { key: 'cpf', value } });
  return value;
};

test('eraseIdentity 200: repeated with its Idempotency-Key it gives the receipt of what was erased, and without one a receipt of nothing (R81, R93)', async () => {
  const value = await newPerson();
  const first = await erase(value, 'ticket-1');
  expect(first.body['counts']).toMatchObject({ transactions: 1 });
  const again = await erase(value, 'ticket-1');
  expect([again.status, again.body]).toEqual([200, first.body]);
  const anew = await erase(value);
  expect(anew.body['counts']).toMatchObject({ transactions: 0 });
  const read = await merchant.call('readErasure', { id: String(first.body['id']) });
  expect(read.body).toEqual(first.body);
});

test('eraseIdentity 200: of two at once with one key, one erases and both have its receipt (R73, R74)', async () => {
  const value = await newPerson();
  const [one, other] = await Promise.all([erase(value, 'ticket-2'), erase(value, 'ticket-2')]);
  expect(one.body).toEqual(other.body);
  expect(one.body['counts']).toMatchObject({ transactions: 1 });
  const { db } = service.service.database;
  const entries = await db
    .selectFrom('audit_log')
    .select('subject')
    .where('action', '=', 'person.erase')
    .where('subject', '=', `erasure/${one.body['id']}`)
    .execute();
  expect(entries).toHaveLength(1);
});

test('eraseIdentity 400: a key names one person, is of this operation alone, and of one tenant (R17, R74)', async () => {
  const value = await newPerson();
  await erase(value, 'ticket-3');
  expect((await erase(newCpf(), 'ticket-3')).body['code']).toBe('40028');
  const stranger = await newMerchant(service);
  expect((await erase(value, 'ticket-3', stranger)).body['counts']).toMatchObject({ transactions: 0 });
  expect((await erase(value, 'two words')).body['code']).toBe('40002');
});

test('eraseIdentity 400: a refusal uses up no key', async () => {
  expect((await erase('52998224724', 'ticket-4')).body['code']).toBe('40002');
  expect((await erase(await newPerson(), 'ticket-4')).status).toBe(200);
});
