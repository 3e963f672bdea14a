import { describeModules, routeTable } from '@titular/server/modules.ts';
import { catalogue } from '@titular/server/sandbox/catalogue/scenarios.ts';
import { refuseProduction } from '@titular/server/sandbox/guard.ts';
import { loadSandbox } from '@titular/server/sandbox/load-sandbox.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checked, type Merchant, newMerchant } from '../transactions/api.ts';
import {
  callWithScenario,
  createBy,
  noteDueRun,
  outliveLooks,
  type Production,
  startProduction,
} from './sandbox-fixture.ts';

let running: Production;
let production: TestService;
let merchant: Merchant;
beforeAll(async () => {
  running = await startProduction();
  production = running.service;
  merchant = await newMerchant(production);
});
afterAll(() => running.close());

const callRaw = (method: string, path: string, body?: object): Promise<Response> =>
  fetch(production.url + path, {
    method,
    headers: { authorization: `Bearer ${merchant.token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

const noted = () => production.service.database.db.selectFrom('sandbox_runs').select('scenario').execute();

test('refuses to load the sandbox', () => {
  expect(() => refuseProduction('production')).toThrow('there is no sandbox in production');
  expect(() => loadSandbox({ environment: 'production' } as never)).toThrow('there is no sandbox');
  expect(() => refuseProduction('test')).not.toThrow();
});

test('has none of its operations, and does not tell of them', async () => {
  const { body } = await merchant.create();
  const calls = [
    callRaw('GET', '/api/public/v1/walletid/sandbox/scenarios'),
    callRaw('POST', `/api/public/v1/walletid/sandbox/transactions/${body['id']}/steps`, {
      event: 'approve',
    }),
  ];
  for (const response of await Promise.all(calls)) {
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: '40400' });
  }
  expect((await merchant.read(String(body['id']))).body).toEqual({ status: 'waiting' });
  const document = (await (await fetch(`${production.url}/openapi.json`)).json()) as { paths: object };
  expect(Object.keys(document.paths).filter((path) => path.includes('sandbox'))).toEqual([]);
});

test('has none of the calls of the portal about it, neither runs nor examinations (F9)', () => {
  const ofSandbox = (environment: 'test' | 'production'): string[] =>
    describeModules({ environment })
      .routes.filter(({ path }) => /\/scenarios|\/steps$|\/examination$/.test(path))
      .map(({ operationId }) => operationId);
  expect(ofSandbox('test')).toContain('examinePortalReceiver');
  expect(ofSandbox('test')).toContain('runPortalScenario');
  expect(ofSandbox('production')).toEqual([]);
});

test('createTransaction 400: refuses the header instead of ignoring it, and creates nothing', async () => {
  for (const name of ['approved', 'error-40027', 'nothing']) {
    const orderNumber = `in-production-${name}`;
    const { status, body } = await createBy(merchant, name, { orderNumber });
    expect([status, body['code']]).toEqual([400, '40091']);
    expect((await merchant.list({ orderNumber })).body['transactions']).toEqual([]);
  }
});

test('refuses the header at every operation behind a token, and pays no heed to it elsewhere', async () => {
  const { token } = merchant;
  const behind = routeTable({ environment: 'production' } as never).filter(
    ({ access }) => access === 'token',
  );
  expect(behind.length).toBeGreaterThan(30);
  for (const { operationId } of behind) {
    const scenario = 'error-50001';
    const answer = await checked(
      operationId,
      await callWithScenario(production, token, { operationId, scenario }),
    );
    expect([operationId, answer.status, answer.body['code']]).toEqual([operationId, 400, '40091']);
  }
  const scenario = 'token-account-locked';
  const asked = await callWithScenario(production, token, { operationId: 'issueToken', scenario });
  expect(await asked.json()).toMatchObject({ sub_code: 'missing_parameter' });
});

test('takes every identity for what it is', async () => {
  for (const { identity } of catalogue()) {
    if (!identity) continue;
    expect((await merchant.create({ identity })).body['status']).toBe('waiting');
  }
  expect(await noted()).toEqual([]);
});

const withDueRun = async (service: TestService, by: Merchant): Promise<string> => {
  const id = String((await by.create()).body['id']);
  await noteDueRun(service, by, id);
  return id;
};

test('takes no step, whatever stands in the table, in a time in which the test environment takes it', async () => {
  const id = await withDueRun(production, merchant);
  const sandbox = await startTestService();
  try {
    const other = await newMerchant(sandbox);
    const taken = await withDueRun(sandbox, other);
    const look = async () => expect((await other.read(taken)).body['status']).toBe('approved');
    await eventually(look);
  } finally {
    await sandbox.close();
  }
  await outliveLooks(production);
  expect((await merchant.read(id)).body['status']).toBe('waiting');
  const known = await production.service.database.db.selectFrom('sandbox_runs').select('due_at').execute();
  expect(known).toEqual([{ due_at: new Date(0) }]);
});
