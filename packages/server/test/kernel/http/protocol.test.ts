import { newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../transactions/api.ts';
import { exchange, head, onlyAnswer } from './raw.ts';

const BODY_LIMIT_BYTES = 32 * 1024;
const CREATE = 'POST /api/public/v1/walletid/transaction HTTP/1.1';

let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const createHead = (...lines: string[]): string =>
  head(
    CREATE,
    'host: x',
    `authorization: Bearer ${merchant.token}`,
    'content-type: application/json',
    'connection: close',
    ...lines,
  );

const sound = (): string => JSON.stringify(newTransactionBody(merchant.tenant.companyId));

/** A sound body that an ignored property makes exactly so long. */
function soundOfLength(bytes: number): string {
  const body = sound();
  return `${body.slice(0, -1)},"padding":"${'x'.repeat(bytes - body.length - 13)}"}`;
}

const stillServes = async (): Promise<void> => {
  expect((await merchant.create()).status).toBe(200);
};

describe('what is no sound HTTP (R27, R34)', () => {
  test.each([
    ['no HTTP at all', () => 'hello\r\n\r\n'],
    ['HTTP/2 without asking', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown version', () => head('GET /healthz HTTP/9.9', 'host: x')],
    ['an unknown method', () => head('FETCH /healthz HTTP/1.1', 'host: x')],
    ['a method in small letters', () => head('get /healthz HTTP/1.1', 'host: x')],
    ['no host', () => head('GET /healthz HTTP/1.1', 'connection: close')],
    ['two hosts', () => head('GET /healthz HTTP/1.1', 'host: x', 'host: y', 'connection: close')],
    ['an unknown expectation', () => createHead('expect: tea', 'content-length: 0')],
    ['17 KiB of headers', () => createHead(`x: ${'y'.repeat(17 * 1024)}`)],
    ['a target of 64 KiB', () => head(`GET /${'y'.repeat(64 * 1024)} HTTP/1.1`, 'host: x')],
    ['length and chunks', () => `${createHead('content-length: 2', 'transfer-encoding: chunked')}0\r\n\r\n`],
    ['chunks and length', () => `${createHead('transfer-encoding: chunked', 'content-length: 2')}0\r\n\r\n`],
    ['two lengths', () => `${createHead('content-length: 2', 'content-length: 3')}{}x`],
    ['a list of lengths', () => `${createHead('content-length: 2, 2')}{}`],
    ['a negative length', () => `${createHead('content-length: -1')}{}`],
    ['a length above all numbers', () => `${createHead(`content-length: ${'9'.repeat(30)}`)}{}`],
    ['an unknown transfer coding', () => `${createHead('transfer-encoding: xchunked')}{}`],
    ['a coding after chunked', () => `${createHead('transfer-encoding: chunked, gzip')}0\r\n\r\n`],
    ['a chunk without a size', () => `${createHead('transfer-encoding: chunked')}xyz\r\n`],
    ['a chunk longer than it says', () => `${createHead('transfer-encoding: chunked')}1\r\nabc\r\n0\r\n\r\n`],
    ['a space before the colon', () => createHead('x : a')],
    ['a folded header', () => createHead('x: a', ' b')],
    ['NUL in a header', () => createHead('x: a\0b')],
    ['a bare carriage return in a header', () => createHead('x: a\rb: c')],
    ['a header without a name', () => createHead(': a')],
  ])(
    '%s is answered at most once, as 400 in the documented shape, and the connection closed',
    async (_what, bytes) => {
      const { text } = await exchange(service, [bytes()]);
      const answer = onlyAnswer(text);
      expect([answer.status, answer.body['code']]).toEqual([400, '40001']);
      expect(answer.headers).toContain('connection: close');
      expect(answer.headers).toContain('content-type: application/json; charset=utf-8');
      expect(answer.headers).not.toContain('server:');
      expect(answer.headers).toMatch(/\r\nx-request-id: [0-9a-f-]{36}(\r\n|$)/);
      await stillServes();
    },
  );

  test('CONNECT is never a tunnel', async () => {
    const { text } = await exchange(service, [head('CONNECT db.internal:5432 HTTP/1.1', 'host: x')]);
    expect(text).not.toContain('200');
    await stillServes();
  });

  test('an upgrade is not taken up', async () => {
    const lines = ['host: x', 'connection: upgrade, close', 'upgrade: websocket'];
    const { text } = await exchange(service, [head('GET /healthz HTTP/1.1', ...lines)]);
    expect(text).not.toContain(' 101 ');
  });

  test('the host in the target or in the header changes nothing of the answer (R36)', async () => {
    for (const [target, host] of [
      ['http://evil.example/healthz', 'evil.example'],
      ['/healthz', 'evil.example'],
      ['/healthz', ''],
    ]) {
      const { text } = await exchange(service, [
        head(`GET ${target} HTTP/1.1`, `host: ${host}`, 'connection: close'),
      ]);
      expect(onlyAnswer(text)).toMatchObject({ status: 200, body: { status: 'alive' } });
      expect(text).not.toContain('evil');
    }
  });

  test('HTTP/1.0 without a host is served, and the connection closed', async () => {
    const { text } = await exchange(service, [head('GET /healthz HTTP/1.0')]);
    expect(onlyAnswer(text).status).toBe(200);
  });
});

describe('sizes (R25)', () => {
  test('createTransaction 200: a body of exactly 32 KiB is taken', async () => {
    expect((await merchant.createRaw(soundOfLength(BODY_LIMIT_BYTES))).status).toBe(200);
  });

  test('createTransaction 400: one byte more is not, announced or in chunks', async () => {
    const body = soundOfLength(BODY_LIMIT_BYTES + 1);
    expect((await merchant.createRaw(body)).body['code']).toBe('40001');
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const { text } = await exchange(service, [createHead('transfer-encoding: chunked'), chunk]);
    expect(onlyAnswer(text)).toMatchObject({ status: 400, body: { code: '40001' } });
  });

  test('createTransaction 200: a body in chunks within the limit is taken', async () => {
    const pieces = (sound().match(/.{1,7}/gs) ?? []).map(
      (piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`,
    );
    const { text } = await exchange(service, [
      createHead('transfer-encoding: chunked'),
      ...pieces,
      '0\r\n\r\n',
    ]);
    expect(onlyAnswer(text).status).toBe(200);
  });

  test.each([
    ['100 MB announced', () => createHead(`content-length: ${100_000_000}`)],
    ['depth 100,000', () => '{"a":'.repeat(100_000)],
    [
      '1,000,000 names',
      () => `{${Array.from({ length: 1_000_000 }, (_, index) => `"${index}":1`).join(',')}}`,
    ],
    ['10 MB of digits', () => `{"value":${'9'.repeat(10_000_000)}}`],
  ])(
    'createTransaction 400: %s is refused before it is read, and the next request is served',
    async (_what, make) => {
      const made = make();
      const pieces = made.startsWith('POST') ? [made] : [createHead(`content-length: ${made.length}`), made];
      const { text } = await exchange(service, pieces);
      if (text !== '') expect(onlyAnswer(text)).toMatchObject({ status: 400, body: { code: '40001' } });
      await stillServes();
    },
  );

  test('createTransaction 400: of 100 MB in chunks nearly nothing is taken', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const pieces = [createHead('transfer-encoding: chunked'), ...Array.from({ length: 1_600 }, () => chunk)];
    const { text, bytesSent } = await exchange(service, pieces);
    if (text !== '') expect(onlyAnswer(text)).toMatchObject({ status: 400, body: { code: '40001' } });
    expect(bytesSent).toBeLessThan(20_000_000);
    await stillServes();
  });

  test('createTransaction 400: a body shorter than announced, with the connection then closed, leaves nothing behind', async () => {
    const { text } = await exchange(service, [createHead('content-length: 10'), '{}'], true);
    expect(text).not.toContain(' 200 ');
    await stillServes();
  });
});

describe('addresses and methods', () => {
  test.each(['{{{', '{"a":1,"a":2}', '\xff', ''])(
    'whatever the body (%j), what is no operation is 404 with 40400',
    async (body) => {
      for (const [method, path] of [
        ['POST', '/nothing'],
        ['PUT', '/api/public/v1/walletid/transaction'],
        ['POST', '/api/public/v1/walletid/transactions/x'],
      ] as const) {
        const response = await fetch(service.url + path, {
          method,
          headers: { 'content-type': 'application/json' },
          body,
        });
        expect([response.status, await response.json()]).toEqual([
          404,
          { code: '40400', message: expect.any(String) },
        ]);
      }
    },
  );

  test.each(['/%', '/%ff', '/%c0%af', `/api/public/v1/walletid/transactions/${'x'.repeat(10_000)}`])(
    '%.40s is answered with 40400, a request id and the security headers like everything else (R32, R39)',
    async (path) => {
      const response = await fetch(service.url + path, {
        headers: { authorization: `Bearer ${merchant.token}` },
      });
      expect([response.status, await response.json()]).toMatchObject([404, { code: '40400' }]);
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );

  test('another method in a header is not looked at (R36)', async () => {
    const response = await fetch(`${service.url}/healthz`, {
      headers: { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' },
    });
    expect(response.status).toBe(200);
  });

  test("the request id is the service's own, a new one each time, whatever the client sends", async () => {
    const ask = async (): Promise<string | null> =>
      (await fetch(`${service.url}/healthz`, { headers: { 'x-request-id': 'mine' } })).headers.get(
        'x-request-id',
      );
    const [first, second] = [await ask(), await ask()];
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(first).not.toBe(second);
  });

  test('HEAD has the headers of GET and no body', async () => {
    const response = await fetch(`${service.url}/healthz`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  test.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=UTF-8',
    'application/json ; x=y',
  ])('createTransaction 200: the content type %s is JSON', async (type) => {
    expect((await merchant.createRaw(sound(), { 'content-type': type })).status).toBe(200);
  });

  test.each([
    '',
    'text/json',
    'application/jsonp',
    'application/vnd.api+json',
    'multipart/form-data',
    'json',
    '\xff',
  ])('createTransaction 400: the content type %j is not', async (type) => {
    const { text } = await exchange(service, [
      head(
        CREATE,
        'host: x',
        `authorization: Bearer ${merchant.token}`,
        `content-type: ${type}`,
        'content-length: 2',
        'connection: close',
      ),
      '{}',
    ]);
    expect(onlyAnswer(text)).toMatchObject({ status: 400, body: { code: '40001' } });
  });
});
