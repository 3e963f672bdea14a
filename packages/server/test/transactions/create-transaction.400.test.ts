import { newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from './api.ts';

let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const card = { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva' };

describe('fields', () => {
  test.each([
    ['identity', { identity: undefined }, 'identity'],
    ['identity.key', { identity: { value: '52998224725' } }, 'identity.key'],
    ['an unknown identity key', { identity: { key: 'ssn', value: '1' } }, 'identity.key'],
    ['a key of the prototype', { identity: { key: 'constructor', value: '1' } }, 'identity.key'],
    ['wrong check digits', { identity: { key: 'cpf', value: '52998224724' } }, 'identity.value'],
    ['a punctuated CPF', { identity: { key: 'cpf', value: '529.982.247-25' } }, 'identity.value'],
    ['one digit repeated', { identity: { key: 'cpf', value: '11111111111' } }, 'identity.value'],
    ['full-width digits', { identity: { key: 'cpf', value: '５２９９８２２４７２５' } }, 'identity.value'],
    [
      'a CNPJ with wrong check digits',
      { identity: { key: 'cnpj', value: '12ABC34501DE36' } },
      'identity.value',
    ],
    ['orderNumber', { orderNumber: undefined }, 'orderNumber'],
    ['an empty order number', { orderNumber: '' }, 'orderNumber'],
    ['an order number of spaces', { orderNumber: '   ' }, 'orderNumber'],
    ['an order number of 101 characters', { orderNumber: 'x'.repeat(101) }, 'orderNumber'],
    ['a line break in the order number (R35)', { orderNumber: 'a\r\nSet-Cookie: b' }, 'orderNumber'],
    ['NUL in the order number (R35)', { orderNumber: 'a\0b' }, 'orderNumber'],
    ['an order number that is an object', { orderNumber: {} }, 'orderNumber'],
    ['an order number with a decimal point', { orderNumber: 1.5 }, 'orderNumber'],
    ['a negative order number', { orderNumber: -1 }, 'orderNumber'],
    ['company', { company: undefined }, 'company'],
    ['a company that is no UUID', { company: 'acme' }, 'company'],
    ['card', { card: undefined }, 'card'],
    ['card.binDigits', { card: { ...card, binDigits: undefined } }, 'card.binDigits'],
    ['7 leading digits (R29)', { card: { ...card, binDigits: '4111111' } }, 'card.binDigits'],
    ['9 leading digits (R29)', { card: { ...card, binDigits: '411111111' } }, 'card.binDigits'],
    ['Arabic-Indic digits (R29)', { card: { ...card, binDigits: '٤١١١١١١١' } }, 'card.binDigits'],
    ['full-width digits (R29)', { card: { ...card, lastDigits: '１１１１' } }, 'card.lastDigits'],
    ['a trailing line break (R29)', { card: { ...card, lastDigits: '1111\n' } }, 'card.lastDigits'],
    ['digits as a number', { card: { ...card, lastDigits: 1111 } }, 'card.lastDigits'],
    ['card.name', { card: { ...card, name: undefined } }, 'card.name'],
    ['a month of 13', { card: { ...card, expirationDate: '13/39' } }, 'card.expirationDate'],
    ['a year of four digits', { card: { ...card, expirationDate: '12/2039' } }, 'card.expirationDate'],
    ['value as text (R31)', { value: '10' }, 'value'],
    ['a negative value (R31)', { value: -1 }, 'value'],
    ['additionalInfo without a process (C1)', { additionalInfo: {} }, 'additionalInfo.processID'],
    [
      'additionalInfo in another case (C1)',
      { additionalInfo: { processId: crypto.randomUUID() } },
      'additionalInfo.processID',
    ],
    ['additionalInfo with other names (C1)', { additionalInfo: { foo: 1 } }, 'additionalInfo.processID'],
    ['a process that is null (C1)', { additionalInfo: { processID: null } }, 'additionalInfo.processID'],
    ['additionalInfo that is null (C1)', { additionalInfo: null }, 'additionalInfo'],
    ['additionalInfo that is a list (C1)', { additionalInfo: [] }, 'additionalInfo'],
    ['a redirect to http', { redirectUrl: 'http://shop.example/' }, 'redirectUrl'],
    ['a redirect to a script', { redirectUrl: 'javascript:alert(1)' }, 'redirectUrl'],
    ['a redirect with user information', { redirectUrl: 'https://a:b@shop.example/' }, 'redirectUrl'],
  ])('createTransaction 400: refuses %s with 40002 and names the field', async (_what, changes, field) => {
    const { status, body } = await merchant.create(changes as Record<string, unknown>);
    expect([status, body['code']]).toEqual([400, '40002']);
    expect(String(body['message'])).toContain(field);
  });

  test.each([
    [{ orderNumber: '   ' }, 'orderNumber is blank'],
    [{ orderNumber: -1 }, 'orderNumber must be at least 0.'],
    [{ orderNumber: 1.5 }, 'orderNumber must be given as text or as a whole number.'],
    [{ orderNumber: true }, 'orderNumber must be given as text or as a whole number.'],
    [
      { card: { name: 'Maria' }, company: undefined },
      'Missing: company: the id of a company of the tenant, a UUID as text; card.binDigits: the first 8 digits of the card, as text; card.lastDigits: the last 4 digits of the card, as text.',
    ],
    [{ redirectUrl: 'https://shop.example/conclusão' }, 'percent-encode them as UTF-8 (ã is %C3%A3)'],
    [{ redirectUrl: 'com.example.app://done' }, 'titular settings set app-schemes=com.example.app --company'],
    [{ redirectUrl: 'loja://done' }, 'app-schemes=loja:any-app-may-claim-it --company'],
  ])('createTransaction 400: of %j it says what to do (C5, C11)', async (changes, sentence) => {
    const { status, body } = await merchant.create(changes as Record<string, unknown>);
    expect([status, body['code']]).toEqual([400, '40002']);
    expect(body['message']).toContain(sentence);
  });

  test.each([
    '1e400',
    '-0',
    '0.123456',
    '9007199254740993.1',
    '1e13',
    '1e-5',
    '00.1',
    '0.1000000000000000055511151231257827',
  ])('createTransaction 400: refuses the value %s, which cannot be kept exactly (R31)', async (value) => {
    const body = JSON.stringify(newTransactionBody(merchant.tenant.companyId, { value: 7 })).replace(
      '"value":7',
      `"value":${value}`,
    );
    expect((await merchant.createRaw(body)).status).toBe(400);
  });

  test.each(['\u061c', '\u200e', '\u200f', '\u202a', '\u202d', '\u202e', '\u2066', '\u2068', '\u2069'])(
    'createTransaction 400: refuses an order number that %j turns around (A-26)',
    async (control) => {
      const { status, body } = await merchant.create({ orderNumber: `order-${control}1001` });
      expect([status, body['code']]).toEqual([400, '40002']);
    },
  );

  test('createTransaction 400: refuses an expired card with 40025', async () => {
    const { body } = await merchant.create({ card: { ...card, expirationDate: '01/20' } });
    expect(body['code']).toBe('40025');
  });

  test("createTransaction 400: refuses a value above the company's limit with 40045, to the last decimal", async () => {
    const limited = await newMerchant(service);
    await service.service.database.db
      .updateTable('companies')
      .set({ maximum_value: '100.5' })
      .where('company_id', '=', limited.tenant.companyId)
      .execute();
    expect((await limited.create({ value: 100.5 })).status).toBe(200);
    expect((await limited.create({ value: 100.5001 })).body['code']).toBe('40045');
  });

  test('createTransaction 400: refuses a reference process that is unknown with 40031, and creates nothing (R20)', async () => {
    const orderNumber = `process-${crypto.randomUUID()}`;
    for (const processID of [crypto.randomUUID(), 'nonsense', '']) {
      const { body } = await merchant.create({ orderNumber, additionalInfo: { processID } });
      expect(body['code']).toBe('40031');
    }
    expect((await merchant.create({ orderNumber })).status).toBe(200);
  });
});

describe('names (R28)', () => {
  test.each([
    ['NUL', 'Maria\0Silva'],
    ['a control character', 'Maria\u0007Silva'],
    ['a line break', 'Maria\nSilva'],
    ['a lone surrogate', 'Maria \ud800'],
    ['the replacement character', 'Mar\ufffda'],
    ['a bidirectional override', 'Maria\u202eavliS'],
    ['a zero-width space', 'Maria\u200bSilva'],
    ['a private use character', 'Maria\ue000'],
    ['an unassigned code point', 'Maria\u0378'],
    ['mojibake', 'JosÃ© da Silva'],
    ['mojibake of an apostrophe', 'Dâ€™Ávila'],
    ['only spaces', '   '],
    ['nothing', ''],
    ['only marks', '\u0301\u0301'],
    ['digits', 'Maria 2 Silva'],
    ['Latin and Cyrillic look-alikes', 'Mаria Silva'],
    ['Latin and Greek look-alikes', 'Μaria Silva'],
    ['101 characters', 'a'.repeat(101)],
    ['100 combining marks', `a${'\u0301'.repeat(100)}`],
    ['markup', '<script>alert(1)</script>'],
    ['an emoji', 'Maria 😀'],
    ['a full stop alone', '.'],
  ])('createTransaction 400: refuses a name with %s by 40024', async (_what, name) => {
    const { status, body } = await merchant.create({ card: { ...card, name } });
    expect([status, body['code']]).toEqual([400, '40024']);
  });

  test.each([
    'José',
    'Ângela',
    "D'Ávila",
    'Müller-Lüdenscheidt',
    'O’Brien',
    '山田 太郎',
    'Нина Иванова',
    'Γιώργος',
    'محمد علي',
    'José'.normalize('NFD'),
    'MARIA S. DA SILVA',
  ])('createTransaction 200: accepts the name %s and keeps it in normal form C (R28)', async (name) => {
    const { status, body } = await merchant.create({ card: { ...card, name } });
    expect(status).toBe(200);
    const { openTenantKey } = await import('@titular/test-kit');
    const key = await openTenantKey(service, merchant.tenant.tenantId);
    const row = await service.service.database.db
      .selectFrom('transactions')
      .select('sealed_card')
      .where('transaction_id', '=', asId(String(body['id'])))
      .executeTakeFirstOrThrow();
    const kept = JSON.parse(
      key.unseal('transactions', String(body['id']), 'sealed_card', row.sealed_card).toString('utf8'),
    );
    expect(kept.name).toBe(name.normalize('NFC'));
  });
});

describe('replicated transactions', () => {
  test.each(['waiting', 'shared', 'processing', 'approved'])(
    'createTransaction 400: refuses the same order, identity and card with 40027 while the earlier one is %s',
    async (status) => {
      const data = {
        orderNumber: `again-${crypto.randomUUID()}`,
        identity: { key: 'cpf', value: '52998224725' },
      };
      const first = await merchant.create(data);
      await service.service.database.db
        .updateTable('transactions')
        .set({ status })
        .where('transaction_id', '=', asId(String(first.body['id'])))
        .execute();
      expect((await merchant.create(data)).body['code']).toBe('40027');
      expect((await merchant.create({ ...data, card: { ...card, lastDigits: '2222' } })).status).toBe(200);
    },
  );

  test('createTransaction 400: of 64 at once over two processes exactly one is created, in every round (R73)', async () => {
    const second = await startTestService({ sharedWith: service });
    try {
      for (let round = 0; round < 10; round += 1) {
        const data = {
          orderNumber: `burst-${crypto.randomUUID()}`,
          identity: { key: 'cpf', value: '52998224725' },
        };
        const targets = Array.from({ length: 64 }, (_, index) => (index % 2 ? second : service));
        const answers = await Promise.all(targets.map((target) => merchant.create(data, target)));
        const codes = answers.map(({ status, body }) => (status === 200 ? '200' : body['code']));
        expect(codes.filter((code) => code === '200')).toHaveLength(1);
        expect(codes.filter((code) => code === '40027')).toHaveLength(63);
        const { count } = await service.service.database.db
          .selectFrom('transactions')
          .select((select) => select.fn.countAll<string>().as('count'))
          .where('order_number', '=', data.orderNumber)
          .executeTakeFirstOrThrow();
        expect(count).toBe('1');
      }
    } finally {
      await second.close();
    }
  });
});
