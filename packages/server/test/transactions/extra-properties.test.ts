import { CreateTransactionRequest } from '@titular/contract';
import { newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from './api.ts';

const { properties } = CreateTransactionRequest;
const documented = [properties, properties.identity.properties, properties.card.properties].flatMap((one) =>
  Object.keys(one),
);

let service: TestService;
let merchant: Merchant;
let columns: string[];

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT column_name AS name FROM information_schema.columns WHERE table_schema = 'public'`.execute(
    service.service.database.db,
  );
  columns = rows.map((row) => row.name);
});
afterAll(() => service.close());

/** What is the same in every transaction of this merchant: all but ids, times and what is sealed or hashed. */
async function plainPartOf(id: string): Promise<unknown> {
  return service.service.database.db
    .selectFrom('transactions')
    .select([
      'tenant_id',
      'company_id',
      'status',
      'version',
      'module',
      'identity_key',
      'value',
      'redirect_url',
      'has_identity_changed',
      'decision',
      'finished_at',
    ])
    .where('transaction_id', '=', asId(id))
    .executeTakeFirstOrThrow();
}

const camelCase = (name: string): string =>
  name.replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase());

test('createTransaction 200: properties with the names of columns, anywhere in the body, are never stored (R21)', async () => {
  const plain = await plainPartOf(String((await merchant.create()).body['id']));
  const wellKnown = [
    '__proto__',
    'constructor',
    'prototype',
    'approved',
    'tenant',
    'hasOwnProperty',
    'toJSON',
    'then',
  ];
  const names = [...new Set([...columns, ...columns.map(camelCase), ...wellKnown])].filter(
    (name) => !documented.includes(name),
  );
  const planted = fc.constantFrom(
    '"approved"',
    'true',
    '99',
    '"019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e"',
    '{"polluted":true,"prototype":{"polluted":true},"__proto__":{"polluted":true}}',
    '[]',
    'null',
  );
  const extras = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), planted), {
    selector: ([name]) => name,
    minLength: 1,
    maxLength: 6,
  });
  const insertInto = (text: string, at: string, members: [string, string][]): string => {
    const added = members.map(([name, value]) => `${JSON.stringify(name)}:${value},`).join('');
    return text.replace(at, at + added);
  };
  await fc.assert(
    fc.asyncProperty(extras, fc.constantFrom('{', '"identity":{', '"card":{'), async (members, at) => {
      const body = JSON.stringify(newTransactionBody(merchant.tenant.companyId));
      const answer = await merchant.createRaw(insertInto(body, at, members));
      expect(answer.status, answer.text).toBe(200);
      expect(await plainPartOf(String(answer.body['id']))).toEqual(plain);
      expect((await merchant.read(String(answer.body['id']))).body).toEqual({ status: 'waiting' });
    }),
    { numRuns: 150 },
  );
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect((Object as unknown as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('createTransaction 200: nothing that was sent too much stands anywhere in the database (R21, R30)', async () => {
  const extra = { cvv: 'canary-cvv', pin: 'canary-pin', track2: 'canary-track' };
  const body = newTransactionBody(merchant.tenant.companyId);
  const answer = await merchant.create({
    ...extra,
    identity: { ...(body['identity'] as object), ...extra },
    card: { ...(body['card'] as object), ...extra },
  });
  expect(answer.status).toBe(200);
  const { rows } = await sql<{ dump: string }>`
    SELECT string_agg(query_to_xml(format('SELECT * FROM %I.%I', schemaname, tablename), true, true, '')::text, '') AS dump
    FROM pg_tables WHERE schemaname IN ('public', 'graphile_worker')`.execute(service.service.database.db);
  const dump = rows[0]?.dump ?? '';
  expect(dump).toContain(String(answer.body['id']));
  expect(dump).not.toContain('canary');
  expect(dump).not.toContain(Buffer.from('canary').toString('base64').slice(0, 6));
  expect(dump.toLowerCase()).not.toContain(Buffer.from('canary').toString('hex'));
});
