import { openTenantKey, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from './api.ts';

let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const card = { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva' };

test.each([
  ['orderNumber', { orderNumber: '4111111111111111' }],
  ['orderNumber as a number', { orderNumber: 4111111111111111 }],
  ['orderNumber in groups', { orderNumber: 'ref 12-4111 1111 1111 1111' }],
  ['orderNumber with invisible characters', { orderNumber: '4111\u200b1111\u200b1111\u200b1111' }],
  ['orderNumber with what is printed beside it', { orderNumber: '4111111111111111 12-39 123' }],
  ['card.binDigits', { card: { ...card, binDigits: '4111111111111111' } }],
  ['card.binDigits in groups', { card: { ...card, binDigits: '4111 1111 1111 1111' } }],
  ['card.binDigits as a number', { card: { ...card, binDigits: 4111111111111111 } }],
  ['card.lastDigits', { card: { ...card, lastDigits: '4111111111111111' } }],
  ['card.name', { card: { ...card, name: '4111 1111 1111 1111' } }],
  ['redirectUrl', { redirectUrl: 'https://shop.example/back?card=4111111111111111' }],
  ['redirectUrl in groups', { redirectUrl: 'https://shop.example/4111-1111-1111-1111/back' }],
])(
  'createTransaction 400: a full card number in %s is refused with 40026, unrepeated, and nothing is created (R29)',
  async (_where, changes) => {
    const { status, body, text } = await merchant.create(changes);
    expect([status, body['code']]).toEqual([400, '40026']);
    expect(text).not.toContain('4111');
    const rows = await service.service.database.db
      .selectFrom('transactions')
      .select('transaction_id')
      .execute();
    expect(rows).toEqual([]);
  },
);

test.each(['34', '37', '36', '38', '30'])(
  'createTransaction 200: of a card that begins with %s only six leading digits are kept (R29)',
  async (prefix) => {
    const other = await newMerchant(service);
    const binDigits = `${prefix}987654`;
    const { body } = await other.create({ card: { ...card, binDigits } });
    const key = await openTenantKey(service, other.tenant.tenantId);
    const row = await service.service.database.db
      .selectFrom('transactions')
      .select(['sealed_card', 'card_hash'])
      .where('transaction_id', '=', asId(String(body['id'])))
      .executeTakeFirstOrThrow();
    const kept = key.unseal('transactions', String(body['id']), 'sealed_card', row.sealed_card).toString();
    expect(JSON.parse(kept)).toMatchObject({ binDigits: binDigits.slice(0, 6), lastDigits: '1111' });
    expect(row.card_hash).toEqual(key.hash('card', binDigits.slice(0, 6), '1111'));
  },
);
