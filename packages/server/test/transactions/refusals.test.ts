import { newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checked, type Merchant, newMerchant } from './api.ts';
import {
  callOperation,
  pathOf,
  TOKEN_OPERATION_IDS,
  TOKEN_OPERATIONS,
  tableOf,
  unknownId,
} from './token-operations.ts';

let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

describe('tenancy (R17, R19)', () => {
  test("createTransaction 404: another tenant's company is as unknown as a random one, to the byte", async () => {
    const other = await newMerchant(service);
    const foreign = await merchant.create({ company: other.tenant.companyId });
    const random = await merchant.create({ company: unknownId });
    expect([foreign.status, foreign.body['code']]).toEqual([404, '40404']);
    expect(foreign.text).toBe(random.text);
  });

  test("readTransaction 404: another tenant's transaction is as unknown as a random one, to the byte", async () => {
    const other = await newMerchant(service);
    const created = await other.create();
    const foreign = await merchant.read(String(created.body['id']));
    const random = await merchant.read(unknownId);
    expect([foreign.status, foreign.body['code']]).toEqual([404, '40401']);
    expect(foreign.text).toBe(random.text);
  });

  test('readTransaction 200: a transaction is read in any case of its id, and tells only its status', async () => {
    const created = await merchant.create();
    expect((await merchant.read(String(created.body['id']).toUpperCase())).body).toEqual({
      status: 'waiting',
    });
  });
});

describe('ids (R32)', () => {
  test.each([
    'nonsense',
    '%00',
    `${unknownId}.`,
    `${unknownId}%20`,
    'x'.repeat(2000),
    '%F0%9F%98%80',
    '..%2f..%2fetc',
    "'%20OR%201=1--",
    '123',
  ])('readTransaction 400: %s is no id', async (id) => {
    const { status, body } = await merchant.read(id);
    expect([status, body['code']]).toEqual([400, '40004']);
  });
});

describe('permission', () => {
  const call = (authorization: string | undefined, path: string, method: string): Promise<Response> =>
    fetch(service.url + path, {
      method,
      headers: { ...(authorization ? { authorization } : {}), 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: JSON.stringify(newTransactionBody(merchant.tenant.companyId)) } : {}),
    });

  test.each(TOKEN_OPERATION_IDS)(
    '%s 403: nobody passes without a token of ours that has the scope (R10, R11)',
    async (operationId) => {
      const method = TOKEN_OPERATIONS.find((one) => one.operationId === operationId)?.method ?? '';
      const path = pathOf(operationId);
      const created = await merchant.create();
      const lesser = operationId.includes('Process') ? 'calls:read' : 'processes:read';
      const none = await newMerchant(service, { scopes: [lesser] });
      const [header, payload, signature] = merchant.token.split('.');
      const tokens: [string | undefined, string | undefined][] = [
        [undefined, undefined],
        ['Basic dXNlcjpwYXNz', undefined],
        ['Bearer', 'invalid_token'],
        ['Bearer nonsense', 'invalid_token'],
        [`Bearer ${created.body['token']}`, 'invalid_token'],
        [`Bearer ${header}.${payload}.${signature?.slice(0, -4)}AAAA`, 'invalid_token'],
        [`Bearer ${'x'.repeat(9000)}`, 'invalid_token'],
        [`Bearer ${none.token}`, 'insufficient_scope'],
      ];
      for (const [authorization, error] of tokens) {
        const { status, headers, body } = await checked(operationId, await call(authorization, path, method));
        expect([status, body['code']]).toEqual([403, '40301']);
        // RFC 6750 section 3.1: no error for who sent no token (C20).
        const challenge = error ? `Bearer error="${error}"` : 'Bearer realm="titular"';
        expect(headers.get('www-authenticate')).toBe(challenge);
      }
    },
  );

  test('createTransaction 403: a token in the address or the body is never looked at (R11)', async () => {
    const path = `/api/public/v1/walletid/transaction?access_token=${merchant.token}`;
    expect((await checked('createTransaction', await call(undefined, path, 'POST'))).status).toBe(403);
  });

  test('createTransaction 200: the scheme is read in any case (R11)', async () => {
    const answer = await call(`bearer ${merchant.token}`, '/api/public/v1/walletid/transaction', 'POST');
    expect((await checked('createTransaction', answer)).status).toBe(200);
  });
});

describe('limits', () => {
  test.each(TOKEN_OPERATION_IDS)(
    '%s 429: the request after the burst is refused with 42901 and a whole Retry-After; another tenant goes on',
    async (operationId) => {
      const small = await newMerchant(service, { ratePerSecond: 1, rateBurst: 5 });
      // All at once, so that a slow machine does not give the budget time to fill again.
      const answers = await Promise.all(Array.from({ length: 12 }, () => callOperation(small, operationId)));
      const last = answers.find(({ status }) => status === 429);
      expect([last?.status, last?.body['code']]).toEqual([429, '42901']);
      expect(last?.headers.get('retry-after')).toMatch(/^[1-9][0-9]*$/);
      for (const { headers } of answers) {
        expect(headers.get('ratelimit-limit')).toBe('5');
        expect(headers.get('ratelimit-remaining')).toMatch(/^[0-4]$/);
        expect(headers.get('ratelimit-reset')).toMatch(/^[0-9]+$/);
      }
      expect((await callOperation(merchant, operationId)).status).not.toBe(429);
    },
  );

  // Before another process shares the limit, which this one counts for a second after its end.
  test('createTransaction 429: more than the allowed number at once is refused at once with 42902 (R69)', async () => {
    const narrow = await newMerchant(service, { concurrencyLimit: 2 });
    const { db } = service.service.database;
    const calls = await db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE transactions IN ACCESS EXCLUSIVE MODE`.execute(trx);
      const started = [narrow.create(), narrow.create(), narrow.create()];
      const first = await Promise.race(started);
      expect([first.status, first.body['code']]).toEqual([429, '42902']);
      expect(first.headers.get('retry-after')).toBe('1');
      return started;
    });
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 429]);
  });

  test('createTransaction 429: the budget is one over two processes (R66)', async () => {
    const second = await startTestService({ sharedWith: service });
    try {
      const small = await newMerchant(service, { ratePerSecond: 1, rateBurst: 10 });
      const start = performance.now();
      const targets = Array.from({ length: 40 }, (_, index) => (index % 2 ? second : service));
      const answers = await Promise.all(targets.map((target) => small.create({}, target)));
      const elapsedSeconds = (performance.now() - start) / 1000;
      const accepted = answers.filter(({ status }) => status === 200).length;
      expect(accepted).toBeGreaterThanOrEqual(10);
      expect(accepted).toBeLessThanOrEqual(10 + Math.ceil(elapsedSeconds));
    } finally {
      await second.close();
    }
  });
});

describe('faults', () => {
  let broken: TestService;
  beforeAll(async () => {
    broken = await startTestService();
  });
  afterAll(() => broken.close());

  test.each(TOKEN_OPERATION_IDS)(
    '%s 500: a fault is answered plainly, and nothing of it leaves (R27)',
    async (operationId) => {
      const one = await newMerchant(broken);
      const table = tableOf(operationId);
      const [there, gone] = [sql.table(table), sql.table(`${table}_gone`)];
      await sql`ALTER TABLE ${there} RENAME TO ${gone}`.execute(broken.service.database.db);
      try {
        const { status, body, text } = await callOperation(one, operationId);
        expect(status).toBe(500);
        expect(body['code']).toBe('50001');
        expect(text).not.toMatch(/transactions|relation|select|insert|at .*\.ts/i);
      } finally {
        await sql`ALTER TABLE ${gone} RENAME TO ${there}`.execute(broken.service.database.db);
      }
    },
  );
});
