import { endpointRules, newEndpointUrlProblem } from '@titular/server/webhooks/endpoints/endpoint-url.ts';
import { newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, checked, type Merchant, newMerchant } from '../../transactions/api.ts';
import { exchange, head, onlyAnswer } from './raw.ts';

let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const ordersOf = ({ body }: Answer): string[] =>
  (body['transactions'] as { orderNumber: string }[]).map(({ orderNumber }) => orderNumber);

/** A sound body, as text, with one member written as it stands here. */
const bodyWith = (name: string, written: string): string =>
  JSON.stringify({ ...newTransactionBody(merchant.tenant.companyId), [name]: 'PUT HERE' }).replace(
    '"PUT HERE"',
    written,
  );

describe('numbers that a double does not keep', () => {
  const keyed = (body: string, key: string) => merchant.createRaw(body, { 'idempotency-key': key });

  test.each([
    ['orderNumber', '9007199254740993111', '9007199254740993222'],
    ['value', '1234567890123.1234', '1234567890123.1233'],
  ])('createTransaction 400: the same key with another %s is another request', async (name, one, other) => {
    const key = crypto.randomUUID();
    const body = bodyWith(name, one);
    const first = await keyed(body, key);
    expect(first.status, first.text).toBe(200);
    expect((await keyed(body, key)).text).toBe(first.text);
    expect((await keyed(body.replace(one, other), key)).body['code']).toBe('40028');
  });

  test('createTransaction 200: the same number in another spelling is the same request', async () => {
    const key = crypto.randomUUID();
    const body = bodyWith('value', '10.5');
    const first = await keyed(body, key);
    for (const spelling of ['10.50', '1.05E1', '105e-1'])
      expect((await keyed(body.replace(':10.5', `:${spelling}`), key)).text).toBe(first.text);
  });

  test('listCalls 200: a call is found by the order number as it was written', async () => {
    const orderNumber = '8007199254740993117';
    await merchant.createRaw(bodyWith('orderNumber', orderNumber));
    const query = { orderNumber, operation: 'createTransaction' };
    const found = async () =>
      ((await merchant.call('listCalls', { query })).body['calls'] as unknown[]).length;
    await expect.poll(found).toBe(1);
  });
});

describe('dates of a query', () => {
  test.each(['1970-01-01T00:00:00Z', '1969-07-20T20:17:40Z', '1000-01-01T00:00:00Z', '0000-01-01T00:00:00Z'])(
    'listTransactions 200: %s is before everything',
    async (time) => {
      const { body } = await merchant.create();
      expect(body['id']).toBeTypeOf('string');
      expect(ordersOf(await merchant.list({ createdFrom: time, limit: '1' }))).toHaveLength(1);
      expect(ordersOf(await merchant.list({ createdBefore: time }))).toEqual([]);
      const from = await merchant.call('listCalls', { query: { from: time, limit: '1' } });
      const before = await merchant.call('listCalls', { query: { before: time } });
      expect([from.status, before.status]).toEqual([200, 200]);
    },
  );

  test.each(['2026-02-30T00:00:00Z', '2025-02-29T00:00:00Z', '2026-04-31T00:00:00Z', '2026-13-01T00:00:00Z'])(
    'listTransactions 400: %s is no day',
    async (createdFrom) => {
      const { status, body } = await merchant.list({ createdFrom });
      expect([status, body['message']]).toEqual([400, 'createdFrom must be a date and time that exists.']);
    },
  );

  test('listTransactions 200: the 29th of February of a leap year is a day', async () => {
    expect((await merchant.list({ createdFrom: '2028-02-29T00:00:00Z' })).status).toBe(200);
  });
});

describe('texts that nobody sees', () => {
  test.each(['\u200b', '\u3164', '\u00ad', '\u2060\u200d', ' \u00a0'])(
    'createTransaction 400: the order number %j is blank',
    async (orderNumber) => {
      const { status, body } = await merchant.create({ orderNumber });
      expect([status, body['message']]).toEqual([
        400,
        'orderNumber is blank: it must have a character that is seen.',
      ]);
    },
  );
});

describe('queries', () => {
  test.each(['orderNumber=%ff', 'orderNumber=%E0%A4%A', 'orderNumber=100%'])(
    'listTransactions 400: ?%s is not percent-encoded UTF-8',
    async (query) => {
      const address = `${service.url}/api/public/v1/walletid/transactions?${query}`;
      const headers = { authorization: `Bearer ${merchant.token}` };
      const { status, body } = await checked('listTransactions', await fetch(address, { headers }));
      expect([status, body['code']]).toEqual([400, '40002']);
      expect(body['message']).toContain('percent-encoded');
    },
  );

  test.each([
    [{ limit: '0' }, 'limit must be 1 to 100.'],
    [
      { createdFrom: 'yesterday' },
      'createdFrom must look like 2026-11-20T00:00:00Z: created at this time or later.',
    ],
  ])('listTransactions 400: %j is told what it takes', async (query, message) => {
    expect((await merchant.list(query)).body).toEqual({ code: '40002', message });
  });
});

describe('messages of bodies', () => {
  test('createTransaction 400: a whole card number in a field of the card is told what belongs there', async () => {
    const { card } = newTransactionBody(merchant.tenant.companyId) as { card: object };
    const { body } = await merchant.create({ card: { ...card, binDigits: '4111111111111111' } });
    expect(body['code']).toBe('40026');
    expect(body['message']).toContain('Send the first 8 digits of the card and no more.');
  });

  test('createTransaction 400: a number of 41 digits is told that 40 are the most', async () => {
    const { body } = await merchant.createRaw(bodyWith('orderNumber', '7'.repeat(41)));
    expect(body['message']).toContain('at most 40 digits');
  });

  test('createTransaction 400: what is nested beyond any stack is told that it is nested too deep', async () => {
    const { body } = await merchant.createRaw('['.repeat(15_000) + ']'.repeat(15_000));
    expect(body['message']).toBe('The body is nested deeper than 16 levels.');
  });
});

describe('a connection that breaks after a sound request', () => {
  const soundCreate = (orderNumber: string): string => {
    const body = JSON.stringify(newTransactionBody(merchant.tenant.companyId, { orderNumber }));
    return `${head(
      'POST /api/public/v1/walletid/transaction HTTP/1.1',
      'host: x',
      `authorization: Bearer ${merchant.token}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
    )}${body}`;
  };

  test.each([
    ['what is no HTTP', 'XX YY\r\n\r\n'],
    ['a brace too much', '}'],
    [
      'a request with two lengths',
      head('GET / HTTP/1.1', 'host: x', 'content-length: 0', 'content-length: 1'),
    ],
  ])(
    'createTransaction 200: is answered first where %s follows, and the rest then refused',
    async (_, tail) => {
      const orderNumber = crypto.randomUUID();
      const { text } = await exchange(service, [soundCreate(orderNumber) + tail]);
      expect(text.match(/HTTP\/1\.1 \d{3} /g)).toEqual(['HTTP/1.1 200 ', 'HTTP/1.1 400 ']);
      expect(ordersOf(await merchant.list({ orderNumber }))).toEqual([orderNumber]);
    },
  );

  test('listTransactions 200: two sound requests are both answered where the third is broken', async () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const { text } = await exchange(service, [`${soundCreate(one)}${soundCreate(other)}hello\r\n\r\n`]);
    expect(text.match(/HTTP\/1\.1 \d{3} /g)).toEqual(['HTTP/1.1 200 ', 'HTTP/1.1 200 ', 'HTTP/1.1 400 ']);
  });

  test('a tunnel is refused in the documented shape', async () => {
    const { text } = await exchange(service, [head('CONNECT db.internal:5432 HTTP/1.1', 'host: x')]);
    expect(onlyAnswer(text)).toMatchObject({ status: 400, body: { code: '40001' } });
  });
});

describe('addresses of receivers', () => {
  const rules = endpointRules(
    { environment: 'production', webhookPorts: [443], webhookLoopback: false },
    false,
  );

  test.each([
    [`https://${'a'.repeat(64)}.example/`, /^has a host that is too long/],
    [`https://${'a.'.repeat(127)}example/`, /^has a host that is too long/],
    ['https://-a.com/', /^has a host with characters/],
    ['https://example.com/%', /^has a % without two/],
    ['https://example.com/{x}', /^has \{, which must be percent-encoded/],
  ])('%s is refused when it is set, and told what to change', (url, problem) => {
    expect(newEndpointUrlProblem(url, rules)).toMatch(problem);
  });

  test('an address that everybody reads alike is taken', () => {
    expect(newEndpointUrlProblem('https://hooks.example.com/a%20b?c=d', rules)).toBeUndefined();
  });
});
