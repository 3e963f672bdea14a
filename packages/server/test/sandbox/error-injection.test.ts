import { errorCatalogue, oauthErrorCatalogue, oauthSentence, publishedOperations } from '@titular/contract';
import type { ScenarioRow } from '@titular/server/sandbox/catalogue/scenario.ts';
import { operationsOf, scenarios } from '@titular/server/sandbox/catalogue/scenarios.ts';
import { createManualClock, newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checked, type Merchant, newMerchant } from '../transactions/api.ts';
import { callWithScenario, settle } from './sandbox-fixture.ts';

const clock = createManualClock();
const refused = scenarios.filter(({ leadsTo }) => leadsTo.kind === 'refused' && !leadsTo.isServedNext);
const tokenRefused = scenarios.filter(({ leadsTo }) => leadsTo.kind === 'token-refused');
const passing = scenarios.filter(({ leadsTo }) => leadsTo.kind === 'refused' && leadsTo.isServedNext);

let service: TestService;
let merchant: Merchant;
beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service, { ratePerSecond: 1_000, rateBurst: 1_000 });
});
afterAll(() => service.close());

const callBy = (operationId: string, scenario: string, headers: Record<string, string> = {}) =>
  callWithScenario(service, merchant.token, { operationId, scenario, headers });

const leads = (row: ScenarioRow) => row.leadsTo;

describe('the refusals of the catalogue', () => {
  test('are all that operations document, but for those about scenarios themselves', () => {
    const listed = (rows: readonly ScenarioRow[], nameOf: (row: ScenarioRow) => string): string[] =>
      rows.flatMap((row) => operationsOf(row).map((operationId) => `${operationId} ${nameOf(row)}`)).sort();
    const all = Object.entries(publishedOperations);
    const codes = all.flatMap(([operationId, notes]) => notes.codes.map((code) => `${operationId} ${code}`));
    expect(listed(refused, ({ name }) => name.replace('error-', ''))).toEqual(
      codes.filter((one) => !/4009[01]$/.test(one)).sort(),
    );
    const subCodes = all.flatMap(([operationId, { subCodes = {} }]) => [
      ...new Set(Object.values(subCodes).flatMap((some) => some.map((one) => `${operationId} ${one}`))),
    ]);
    expect(listed(tokenRefused, ({ name }) => name.replace('token-', '').replaceAll('-', '_'))).toEqual(
      subCodes.sort(),
    );
  });

  test.each(refused.map((row) => [row.name, row] as const))(
    '%s is given by every operation of it, with Retry-After where the remedy is to wait (C7)',
    async (name, row) => {
      const end = leads(row);
      if (end.kind !== 'refused') throw new Error('only refusals');
      const { status, message, retryAfterSeconds } = errorCatalogue[end.code];
      const pause = retryAfterSeconds === undefined ? null : String(retryAfterSeconds);
      expect(operationsOf(row)).not.toEqual([]);
      for (const operationId of operationsOf(row)) {
        const answer = await checked(operationId, await callBy(operationId, name));
        expect(answer.body, operationId).toEqual({ code: end.code, message });
        expect(answer.status).toBe(status);
        expect(answer.headers.get('retry-after'), 'C7').toBe(pause);
        const isToken = end.code === '40301';
        expect(answer.headers.get('www-authenticate')).toBe(isToken ? 'Bearer error="invalid_token"' : null);
      }
    },
  );

  test.each(tokenRefused.map((row) => [row.name, row] as const))(
    '%s is given in the shape of OAuth',
    async (name, row) => {
      const end = leads(row);
      if (end.kind !== 'token-refused') throw new Error('only refusals of tokens');
      const { error, httpStatus } = oauthErrorCatalogue[end.subCode];
      for (const operationId of operationsOf(row)) {
        const response = await callBy(operationId, name);
        const { subCodes = {} } = publishedOperations[operationId] ?? {};
        const isOfClients = !subCodes[httpStatus]?.includes(end.subCode);
        expect(response.status, operationId).toBe(isOfClients ? 401 : httpStatus);
        expect(subCodes[response.status], operationId).toContain(end.subCode);
        expect(await response.json()).toEqual({
          error: isOfClients ? 'invalid_client' : error,
          error_description: oauthSentence(oauthErrorCatalogue[end.subCode]),
          sub_code: end.subCode,
        });
        expect(response.headers.get('cache-control')).toBe('no-store');
        expect(response.headers.get('retry-after')).toBe(httpStatus === 429 ? '1' : null);
        expect(response.headers.has('www-authenticate')).toBe(response.status === 401);
      }
    },
  );
});

describe('a rehearsed refusal', () => {
  test('does nothing of what was asked', async () => {
    const { body } = await merchant.create();
    const id = String(body['id']);
    const cancel = (scenario: string) =>
      fetch(`${service.url}/api/public/v1/walletid/transactions/${id}/cancel`, {
        method: 'POST',
        headers: { authorization: `Bearer ${merchant.token}`, 'x-titular-scenario': scenario },
      });
    expect((await checked('cancelTransaction', await cancel('error-50001'))).body['code']).toBe('50001');
    expect((await checked('cancelTransaction', await cancel('error-40046'))).body['code']).toBe('40046');
    expect((await merchant.read(id)).body).toEqual({ status: 'waiting' });
  });

  test('asks for a token like any other call, and counts against the budget', async () => {
    const stranger = await callBy('readTransaction', 'error-40401', { authorization: 'Bearer x' });
    expect([stranger.status, ((await stranger.json()) as { code: string }).code]).toEqual([403, '40301']);
    const poor = await newMerchant(service, { ratePerSecond: 1, rateBurst: 1 });
    const asked = { operationId: 'readTransaction', scenario: 'error-40401' };
    const answers = [];
    for (let turn = 0; turn < 2; turn += 1)
      answers.push(await checked('readTransaction', await callWithScenario(service, poor.token, asked)));
    expect(answers.map(({ body }) => body['code'])).toEqual(['40401', '42901']);
    expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['0', '0']);
  });

  test('stands in the log of calls with its code', async () => {
    const requestId = (await callBy('readTransaction', 'error-40401')).headers.get('x-request-id') ?? '';
    await expect
      .poll(async () => {
        const { body } = await merchant.call('listCalls', { query: { requestId } });
        return (body['calls'] as { code?: string }[]).map(({ code }) => code);
      })
      .toEqual(['40401']);
  });

  test('is refused with 40090 where the operation has none of it, with its name', async () => {
    for (const name of ['error-40045', 'approved', 'token-bad-signature']) {
      const { status, body } = await checked('readTransaction', await callBy('readTransaction', name));
      expect([status, body['code']]).toEqual([400, '40090']);
      expect(body['message']).toBe(`readTransaction does not take the scenario ${name}.`);
    }
    const { body } = await checked('readLimits', await callBy('readLimits', '<script>'));
    expect(body).toEqual({ code: '40090', message: errorCatalogue['40090'].message });
  });

  test('is none for who needs no token and names what the operation has not', async () => {
    expect((await callBy('readHealth', 'error-50001')).status).toBe(200);
    expect((await callBy('readJwks', 'nothing')).status).toBe(200);
  });
});

describe('a refusal that passes', () => {
  const post = (scenario: string, body: object, headers: Record<string, string> = {}) =>
    merchant.createRaw(JSON.stringify(body), { 'x-titular-scenario': scenario, ...headers });
  const orderOf = (orderNumber: string) => newTransactionBody(merchant.tenant.companyId, { orderNumber });

  test('is there for every status that asks for another try', () => {
    expect(passing.map(({ name }) => name)).toEqual([
      'error-40029-then-served',
      'error-42901-then-served',
      'error-42902-then-served',
      'error-50001-then-served',
      'error-50002-then-served',
      'error-50003-then-served',
    ]);
  });

  test('is met by the first of two creates with one key, and the second is served', async () => {
    const ofCreate = passing.filter(({ operations }) => operations?.includes('createTransaction'));
    for (const { name } of ofCreate) {
      const key = { 'idempotency-key': name };
      const [, code] = name.split('-');
      expect((await post(name, orderOf(name), key)).body['code']).toBe(code);
      const served = await post(name, orderOf(name), key);
      expect(served.body['status']).toBe('waiting');
      expect((await merchant.list({ orderNumber: name })).body['transactions']).toHaveLength(1);
    }
  });

  test('is met once by calls with one key, however often they come', async () => {
    const [body, key] = [orderOf('keyed'), { 'idempotency-key': 'sent-four-times' }];
    const answers = [];
    for (let turn = 0; turn < 4; turn += 1) answers.push(await post('error-50001-then-served', body, key));
    expect(answers.map(({ status }) => status)).toEqual([500, 200, 200, 200]);
    expect(new Set(answers.slice(1).map(({ text }) => text)).size).toBe(1);
  });

  test('is met anew by the same call with another one', async () => {
    const body = orderOf('two-scenarios');
    const codes = [];
    for (const name of ['error-42901-then-served', 'error-50001-then-served'])
      codes.push((await post(name, body)).body['code']);
    expect(codes).toEqual(['42901', '50001']);
  });

  test('is known by the body where there is no key: another one is refused anew', async () => {
    const [one, two] = [orderOf('one'), orderOf('two')];
    const statuses = [];
    for (const order of [one, two, two, one])
      statuses.push((await post('error-50001-then-served', order)).status);
    expect(statuses).toEqual([500, 500, 200, 200]);
  });

  test('gives way to the scenario of the identity once it is served', async () => {
    const identity = { key: 'cpf', value: '99900001583' };
    const body = newTransactionBody(merchant.tenant.companyId, { orderNumber: 'then-canceled', identity });
    const statuses = [];
    for (let turn = 0; turn < 2; turn += 1)
      statuses.push((await post('error-42902-then-served', body)).body['status']);
    expect(statuses).toEqual([undefined, 'waiting']);
    await settle(service, clock);
    const [found] = (await merchant.list({ orderNumber: 'then-canceled' })).body['transactions'] as object[];
    expect(found).toMatchObject({ status: 'canceled' });
  });

  test('is met by a read as well, each time once', async () => {
    const { body } = await merchant.create({ orderNumber: 'to-be-read' });
    const read = () =>
      fetch(`${service.url}/api/public/v1/walletid/transactions/${String(body['id'])}`, {
        headers: {
          authorization: `Bearer ${merchant.token}`,
          'x-titular-scenario': 'error-42901-then-served',
        },
      });
    const statuses = [];
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await read()).status);
    expect(statuses).toEqual([429, 200, 429, 200]);
  });

  test('is not known after ten minutes, nor by another tenant', async () => {
    const other = await newMerchant(service);
    const body = JSON.stringify(orderOf('late'));
    const send = async ({ createRaw }: Merchant) =>
      (await createRaw(body, { 'x-titular-scenario': 'error-50001-then-served' })).status;
    expect([await send(merchant), await send(other)]).toEqual([500, 500]);
    clock.advanceSeconds(601);
    expect([await send(merchant), await send(merchant)]).toEqual([500, 200]);
  });
});
