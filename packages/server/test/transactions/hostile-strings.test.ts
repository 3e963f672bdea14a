import { openTenantKey, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, Phone } from '../captures/phone.ts';
import { type Merchant, newMerchant } from './api.ts';

let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const card = { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva' };
const identity = { key: 'cpf', value: '52998224725' };

const hostile = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\r\nSet-Cookie: a=b',
  '\u0085',
  '\u2028',
  '😀👩‍👩‍👧‍👦',
  'مرحبا',
  '\u202egnirts',
  '\u2066a\u2069',
  'a\u200bb',
  '\ufeffa',
  'e\u0301',
  'ﬁ',
  'İ',
  'ß',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; DROP TABLE transactions; --",
  '" OR ""="',
  '\\',
  '\\u0000',
  '%s%s%n',
  '$' + '{7*7}',
  '{{7*7}}',
  '../../../../etc/passwd',
  '=1+1',
  'null',
  'undefined',
  'NaN',
  'true',
  '__proto__',
  'constructor',
  '[object Object]',
  'x'.repeat(101),
  'x'.repeat(20_000),
  '\ud800',
  '\udfff',
  '\uffff',
  '\ufffd',
];

const fields: [string, (text: string) => Record<string, unknown>][] = [
  ['identity.key', (text) => ({ identity: { ...identity, key: text } })],
  ['identity.value', (text) => ({ identity: { ...identity, value: text } })],
  ['orderNumber', (text) => ({ orderNumber: text })],
  ['company', (text) => ({ company: text })],
  ['card.binDigits', (text) => ({ card: { ...card, binDigits: text } })],
  ['card.lastDigits', (text) => ({ card: { ...card, lastDigits: text } })],
  ['card.name', (text) => ({ card: { ...card, name: text } })],
  ['card.expirationDate', (text) => ({ card: { ...card, expirationDate: text } })],
  ['redirectUrl', (text) => ({ redirectUrl: text })],
  ['redirectUrl behind a host', (text) => ({ redirectUrl: `https://shop.example/${text}` })],
  ['additionalInfo.processID', (text) => ({ additionalInfo: { processID: text } })],
];

test.each(fields)(
  'createTransaction 400: no hostile string in %s is a fault, and none is repeated in an answer (R26, R35)',
  async (_field, changed) => {
    for (const text of hostile) {
      const { status, text: answer, headers } = await merchant.create(changed(text));
      expect([200, 400], JSON.stringify(text)).toContain(status);
      expect(headers.has('set-cookie')).toBe(false);
      if (text.length > 8) expect(answer.includes(JSON.stringify(text).slice(1, -1))).toBe(false);
    }
  },
);

test('createTransaction 200: what is taken is kept, and shown to the person, byte for byte (R26)', async () => {
  const key = await openTenantKey(service, merchant.tenant.tenantId);
  const printable = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(printable, fc.constantFrom(...hostile)), async (text) => {
      const redirectUrl = `https://shop.example/${encodeURIComponent(text.toWellFormed()).slice(0, 900)}`;
      const { status, body } = await merchant.create({ orderNumber: text, redirectUrl });
      expect([200, 400]).toContain(status);
      if (status === 400) return;
      taken += 1;
      const row = await service.service.database.db
        .selectFrom('transactions')
        .select(['order_number', 'sealed_redirect_url', 'sealed_card'])
        .where('transaction_id', '=', asId(String(body['id'])))
        .executeTakeFirstOrThrow();
      const target = key.unseal(
        'transactions',
        String(body['id']),
        'sealed_redirect_url',
        row.sealed_redirect_url ?? Buffer.alloc(0),
      );
      expect([row.order_number, JSON.parse(target.toString('utf8'))]).toEqual([text, { redirectUrl }]);
      const kept = key.unseal('transactions', String(body['id']), 'sealed_card', row.sealed_card);
      expect(JSON.parse(kept.toString('utf8')).name).toBe(card.name);
      const view = await new Phone(service).open({ code: codeOf(body['link']) });
      expect(view.body['orderNumber']).toBe(text);
    }),
    { numRuns: 80 },
  );
  expect(taken).toBeGreaterThan(20);
});
