import { connect as connectSocket } from 'node:net';
import { Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { newCpf, newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checked, type Merchant, newMerchant } from '../../transactions/api.ts';

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
});
afterAll(() => service.close());

const PATH = '/api/public/v1/walletid/transaction';

/** Sends bytes as they are and gives all that comes back until the other side closes or falls silent. */
function sendRaw(bytes: string | Uint8Array): Promise<string> {
  const { port } = new URL(service.url);
  return new Promise((resolve) => {
    const socket = connectSocket(Number(port), '127.0.0.1');
    let text = '';
    socket.setTimeout(3_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
    socket.write(bytes);
    socket.end();
  });
}

const head = (lines: string[]): string =>
  [
    `POST ${PATH} HTTP/1.1`,
    'host: x',
    `authorization: Bearer ${merchant.token}`,
    'connection: close',
    ...lines,
    '',
    '',
  ].join('\r\n');

const stillServes = async (): Promise<void> => {
  expect((await merchant.create()).status).toBe(200);
};

describe('bodies (R24, R25)', () => {
  const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const sound = () => newTransactionBody(merchant.tenant.companyId);

  test.each<[string, () => string | Uint8Array]>([
    ['nothing', () => ''],
    ['a space', () => ' '],
    ['text', () => 'hello'],
    ['null', () => 'null'],
    ['a list', () => '[]'],
    ['a number', () => '1'],
    ['half an object', () => '{"identity":'],
    ['a comment', () => '{/* */}'],
    ['a trailing comma', () => '{"a":1,}'],
    [
      'a byte order mark',
      () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(JSON.stringify(sound()))]),
    ],
    ['UTF-16', () => Buffer.from(JSON.stringify(sound()), 'utf16le')],
    [
      'invalid UTF-8 in a string',
      () => Buffer.from(JSON.stringify({ ...sound(), orderNumber: '@' }).replace('@', '\xff\xfe'), 'latin1'),
    ],
    [
      'an overlong encoding',
      () => Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
    ],
    ['a name twice', () => JSON.stringify(sound()).replace('{', '{"orderNumber":"first",')],
    [
      'a name twice, spelled with an escape',
      () => JSON.stringify(sound()).replace('{', '{"order\\u004eumber":"first",'),
    ],
    ['17 levels', () => deep(17)],
    ['100,000 levels', () => deep(6_000)],
    ['10,000 names', () => `{${Array.from({ length: 2_500 }, (_, index) => `"k${index}":1`).join(',')}`],
    [
      'one byte more than 32 KiB',
      () => JSON.stringify({ ...sound(), extra: 'x'.repeat(32 * 1024) }).slice(0, 32 * 1024 + 1),
    ],
  ])(
    'createTransaction 400: %s is refused with 40001, and the next request is served',
    async (_what, body) => {
      const { status, body: answer } = await merchant.createRaw(body());
      expect([status, answer['code']]).toEqual([400, '40001']);
      await stillServes();
    },
  );

  test('createTransaction 400: other content types and encodings are refused, a parameter of the right one is not', async () => {
    const body = JSON.stringify(sound());
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json5' },
      { 'content-encoding': 'gzip' },
    ]) {
      expect((await merchant.createRaw(body, headers)).body['code']).toBe('40001');
    }
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    expect((await merchant.createRaw(bomb, { 'content-encoding': 'gzip' })).status).toBe(400);
    expect(
      (await merchant.createRaw(body, { 'content-type': 'application/json; charset=utf-8' })).status,
    ).toBe(200);
  });

  test('createTransaction 400: a lone surrogate is refused, never repaired', async () => {
    const body = JSON.stringify({ ...sound(), orderNumber: '@' }).replace('"@"', '"\\ud800"');
    expect((await merchant.createRaw(body)).status).toBe(400);
  });

  test('createTransaction 400: no bytes whatever are a fault (seed printed on failure)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect((await merchant.createRaw(bytes)).status).toBe(400);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the protocol (R25, R34)', () => {
  test('createTransaction 403: a token of 20 kB is answered as a token that is none (R11)', async () => {
    const response = await fetch(service.url + PATH, {
      method: 'POST',
      headers: { authorization: `Bearer ${'x'.repeat(20_000)}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect((await checked('createTransaction', response)).status).toBe(403);
  });

  test('createTransaction 400: 17 KiB of other headers are answered in the documented shape (R34)', async () => {
    for (const size of [17, 60]) {
      const answer = await sendRaw(head([`x: ${'y'.repeat(size * 1024)}`]));
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('"code":"40001"');
    }
  });

  test.each(['DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PUT'])(
    '%s on an operation is 404 with 40400',
    async (method) => {
      const answer = await sendRaw(
        `${method} ${PATH} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 404 /);
      expect(answer).toContain('"40400"');
    },
  );

  test.each([
    '/api',
    '/api/public/v1/walletid/transaction/',
    '/%ff',
    '/%',
    '/..%2f..',
    '/api/public/v1//walletid/transaction',
  ])('%s is no operation', async (path) => {
    const response = await fetch(service.url + path);
    expect([400, 404]).toContain(response.status);
    expect(await response.json()).toMatchObject({ code: expect.stringMatching(/^40/) });
  });

  test('answers carry the security headers, their request id, and nothing about what serves them (R39)', async () => {
    const { headers } = await merchant.create();
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin'])
      expect(headers.has(name)).toBe(false);
  });

  test('readHealth 200: readReadiness 200: the service says that it is alive and ready', async () => {
    expect((await checked('readHealth', await fetch(`${service.url}/healthz`))).body).toEqual({
      status: 'alive',
    });
    expect((await checked('readReadiness', await fetch(`${service.url}/readyz`))).body).toEqual({
      status: 'ready',
    });
  });

  test('readReadiness 500: without its database the service is alive but not ready', async () => {
    const lonely = await startTestService();
    await lonely.loseDatabase();
    expect((await checked('readReadiness', await fetch(`${lonely.url}/readyz`))).status).toBe(500);
    expect((await fetch(`${lonely.url}/healthz`)).status).toBe(200);
    await lonely.close();
  });
});

describe('what is stored', () => {
  test('createTransaction 200: no property that is not documented is stored or reaches a prototype (R21)', async () => {
    const names = [
      'status',
      'id',
      'tenantId',
      'tenant_id',
      'hasIdentityChanged',
      'has_identity_changed',
      'approved',
      'decision',
      'version',
      '__proto__',
      'constructor',
    ];
    await fc.assert(
      fc.asyncProperty(fc.subarray(names, { minLength: 1 }), async (chosen) => {
        const extra = chosen.map((name) => `"${name}":{"prototype":{"polluted":1},"polluted":1}`).join(',');
        const body = JSON.stringify(newTransactionBody(merchant.tenant.companyId)).replace('{', `{${extra},`);
        const answer = await merchant.createRaw(body);
        expect([200, 400]).toContain(answer.status);
        if (answer.status !== 200) return;
        expect(answer.body['status']).toBe('waiting');
        expect((await merchant.read(String(answer.body['id']))).body).toEqual({ status: 'waiting' });
      }),
      { numRuns: 40 },
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('createTransaction 200: a hostile order number is kept byte for byte, or refused (R26)', async () => {
    const hostile = [
      '😀',
      '\u202eabc',
      'a\u200bb',
      '<script>alert(1)</script>',
      "'; DROP TABLE transactions; --",
      '%s%n%x',
      `$\{7*7}`,
      '{{7*7}}',
      '../../x',
      'é'.normalize('NFD'),
      'ﷺ'.repeat(30),
    ];
    for (const orderNumber of hostile) {
      const { status, body } = await merchant.create({ orderNumber });
      if (status === 400) continue;
      const row = await service.service.database.db
        .selectFrom('transactions')
        .select('order_number')
        .where('transaction_id', '=', asId(String(body['id'])))
        .executeTakeFirstOrThrow();
      expect(row.order_number).toBe(orderNumber);
    }
  });

  test.each(['0', '0.1', '199.90', '9007199254740', '9999999999999.9999'])(
    'createTransaction 200: the value %s is kept exactly (R31)',
    async (value) => {
      const body = JSON.stringify(newTransactionBody(merchant.tenant.companyId, { value: 7 })).replace(
        '"value":7',
        `"value":${value}`,
      );
      const answer = await merchant.createRaw(body);
      const { rows } = await sql<{ same: boolean }>`
      SELECT value = ${value}::numeric AS same FROM transactions WHERE transaction_id = ${String(answer.body['id'])}`.execute(
        service.service.database.db,
      );
      if (value === '9007199254740993') expect(answer.status === 400 || rows[0]?.same).toBe(true);
      else expect(rows).toEqual([{ same: true }]);
    },
  );

  test('createTransaction 400: a full card number, a CVV or a PIN reaches no log line and no table (R29, R30, R90)', async () => {
    const number = '5555555555554444';
    const cpf = newCpf();
    const canaries = [number, '5555-5555-5555-4444', 'CANARYNAME', 'cvv-731', 'pin-9931', cpf];
    const card = { binDigits: '55555555', lastDigits: '4444', name: 'Canaryname Silva' };
    const bodies = [
      { orderNumber: number },
      { orderNumber: `ref ${number}` },
      { orderNumber: '5555-5555-5555-4444' },
      { orderNumber: '５５５５５５５５５５５５４４４４' },
      { card: { ...card, name: number } },
      { card: { ...card, binDigits: number } },
      { card: { ...card, lastDigits: number } },
    ];
    for (const changes of bodies) expect((await merchant.create(changes)).status).toBe(400);
    const kept = await merchant.create({
      identity: { key: 'cpf', value: cpf },
      card: { ...card, cvv: 'cvv-731', pin: 'pin-9931', number },
    });
    expect(kept.status).toBe(200);
    const { db } = service.service.database;
    const tables = await sql<{
      name: string;
    }>`SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`.execute(
      db,
    );
    let everything = logged.join('');
    for (const { name } of tables.rows) {
      const { rows } = await sql<{
        text: string;
      }>`SELECT row_to_json(t)::text AS text FROM ${sql.table(name)} t`.execute(db);
      everything += rows.map((row) => row.text).join('\n');
    }
    const jobs = await sql<{
      text: string;
    }>`SELECT row_to_json(j)::text AS text FROM graphile_worker.jobs j`.execute(db);
    everything += jobs.rows.map((row) => row.text).join('\n');
    for (const canary of canaries) {
      for (const form of [
        canary,
        Buffer.from(canary).toString('base64').replace(/=+$/, ''),
        Buffer.from(canary).toString('hex'),
      ]) {
        expect(everything.toLowerCase().includes(form.toLowerCase()), `${canary} as ${form}`).toBe(false);
      }
    }
    expect(everything.includes(merchant.token)).toBe(false);
  });
});
