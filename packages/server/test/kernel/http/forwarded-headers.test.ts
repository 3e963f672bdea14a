import { Writable } from 'node:stream';
import { startTestService, type TestService } from '@titular/test-kit';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../transactions/api.ts';

let service: TestService;
let merchant: Merchant;
const logged: string[] = [];

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  service = await startTestService({ log: pino({ level: 'trace' }, sink) });
  merchant = await newMerchant(service);
  await service.service.database.db
    .updateTable('service_accounts')
    .set({ allowed_addresses: ['127.0.0.1/32'] })
    .where('tenant_id', '=', merchant.tenant.tenantId)
    .execute();
});
afterAll(() => service.close());

const BODY = { 'content-type': 'application/json' };

test.each([
  ['x-forwarded-for', '203.0.113.7'],
  ['x-forwarded-for', '203.0.113.7, 127.0.0.1'],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'https'],
  ['x-forwarded-port', '1'],
  ['x-forwarded-prefix', '/evil'],
  ['x-real-ip', '203.0.113.7'],
  ['true-client-ip', '203.0.113.7'],
  ['cf-connecting-ip', '203.0.113.7'],
  ['forwarded', 'for=203.0.113.7;host=evil.example;proto=https'],
  ['x-original-url', '/healthz'],
  ['x-rewrite-url', '/healthz'],
  ['x-http-method', 'GET'],
  ['x-http-method-override', 'GET'],
  ['x-method-override', 'DELETE'],
])(
  'createTransaction 200: %s: %s from a client that is no trusted proxy changes no address, link or method (R36)',
  async (name, value) => {
    const body = JSON.stringify({
      identity: { key: 'cpf', value: '52998224725' },
      orderNumber: crypto.randomUUID(),
      company: merchant.tenant.companyId,
      card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva' },
    });
    const answer = await merchant.createRaw(body, { ...BODY, [name]: value });
    expect(answer.status).toBe(200);
    expect(new URL(String(answer.body['link'])).origin).toBe(service.config.publicUrl);
    expect(answer.text + logged.join('')).not.toMatch(/evil|203\.0\.113/);
  },
);

test('createTransaction 200: what holds line ends in a text adds no header, and no line to the log (R35)', async () => {
  for (const breaker of ['\r\n', '\n', '\r', '\0', '\u0085', '\u2028', '%0d%0a', '\\r\\n']) {
    const canary = `${breaker}x-canary: 1${breaker}`;
    const answers = await Promise.all([
      merchant.create({ orderNumber: `a${canary}` }),
      merchant.create({ redirectUrl: `https://shop.example/${canary}` }),
      merchant.create({ card: { binDigits: '41111111', lastDigits: '1111', name: `Maria${canary}` } }),
      merchant.create({ additionalInfo: { processID: canary } }),
      merchant.list({ orderNumber: canary }),
      merchant.read(encodeURIComponent(canary)),
    ]);
    for (const { status, headers } of answers) {
      expect([200, 400, 404], JSON.stringify(breaker)).toContain(status);
      expect(headers.has('x-canary')).toBe(false);
    }
  }
  expect(
    logged
      .join('')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{')),
  ).toEqual([]);
});

test('createTransaction 200: an order number is returned by list and history as it was sent (R26)', async () => {
  for (const orderNumber of [
    '😀 ação',
    'a\u200bb',
    '<script>alert(1)</script>',
    "';--",
    'e\u0301',
    '\\u0041',
    '100%_\\',
    ' a ',
  ]) {
    const { status, body } = await merchant.create({ orderNumber });
    expect(status, orderNumber).toBe(200);
    const id = String(body['id']);
    expect((await merchant.history(id)).body['orderNumber']).toBe(orderNumber);
    for (const query of [{ orderNumber }, { orderNumberPrefix: orderNumber }]) {
      const { body: page } = await merchant.list(query);
      expect(page['transactions']).toMatchObject([{ id, orderNumber }]);
    }
  }
});
