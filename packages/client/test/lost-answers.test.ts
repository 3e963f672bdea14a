import {
  addTenant,
  newCpf,
  newTransactionBody,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit';
import { startCuttingProxy } from '@titular/test-kit/services/cutting-proxy.ts';
import { refusal, startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type CreateTransactionRequest,
  Titular,
  TitularApiError,
  TitularError,
  TitularNetworkError,
  type TitularOptions,
  TitularTimeoutError,
  TitularTokenError,
} from '../src/index.ts';
import { clientOf, SECRET } from './scripted-service.ts';
import { createTestClock, TIMEOUT_MS } from './test-clock.ts';

const UUID = /^[0-9a-f-]{36}$/;

let service: TestService;
let tenant: TestTenant;

beforeAll(async () => {
  service = await startTestService();
  tenant = await addTenant(service);
});
afterAll(() => service.close());

/** A client that sends everything once, so that the first fault comes out. */
const connect = (baseUrl: string, more: Partial<TitularOptions> = {}): Titular => {
  const { clientId, clientSecret } = tenant;
  const credentials = { kind: 'clientSecret', clientId, clientSecret } as const;
  return new Titular({ baseUrl, credentials, maxRetries: 0, ...more });
};

const body = (changes: Record<string, unknown> = {}): CreateTransactionRequest =>
  newTransactionBody(tenant.companyId, changes) as CreateTransactionRequest;

async function caught(promise: Promise<unknown>): Promise<TitularError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof TitularError) return error;
  throw new Error(`no TitularError: ${error}`);
}

/** The key of an error, which a retry needs. */
function keyOf({ retryable, idempotencyKey }: TitularError): string {
  if (!retryable || idempotencyKey === undefined) throw new Error('nothing to go on with');
  return idempotencyKey;
}

async function idsOf({ orderNumber }: CreateTransactionRequest): Promise<string[]> {
  const found: string[] = [];
  const list = connect(service.url).transactions.list({ orderNumber: String(orderNumber) });
  for await (const { id } of list) found.push(id);
  return found;
}

describe('the error of a create whose answer was lost after the commit', () => {
  test('of a connection that was cut names the key by which another client gets the same transaction (R81)', async () => {
    const proxy = await startCuttingProxy(service.url);
    proxy.decide('/transaction', 'cut');
    const request = body();
    const error = await caught(connect(proxy.url).transactions.create(request));
    expect(error).toBeInstanceOf(TitularNetworkError);
    expect(error).toMatchObject({ kind: 'network', idempotencyKey: expect.stringMatching(UUID) });
    const again = await connect(service.url).transactions.create(request, { idempotencyKey: keyOf(error) });
    expect(again).toEqual(proxy.answers.at(-1)?.body);
    expect(await idsOf(request)).toEqual([again.id]);
  });

  test('of an answer that did not come in time names it as well (R72, R81)', async () => {
    const proxy = await startCuttingProxy(service.url);
    proxy.decide('/transaction', 'hold');
    const clock = createTestClock([TIMEOUT_MS]);
    const request = body();
    const creating = caught(
      connect(proxy.url, { clock, timeoutMs: TIMEOUT_MS }).transactions.create(request),
    );
    await proxy.answered(2);
    clock.fire(TIMEOUT_MS);
    const error = await creating;
    expect(error).toBeInstanceOf(TitularTimeoutError);
    const again = await connect(service.url).transactions.create(request, { idempotencyKey: keyOf(error) });
    expect(again).toEqual(proxy.answers.at(-1)?.body);
    expect(await idsOf(request)).toEqual([again.id]);
  });

  test('names the one key of all its retries, and that of a process too (R81)', async () => {
    const proxy = await startCuttingProxy(service.url);
    proxy.decide('/process', 'cut', 'cut', 'cut');
    const clock = createTestClock([TIMEOUT_MS]);
    const patient = connect(proxy.url, { clock, timeoutMs: TIMEOUT_MS, maxRetries: 2 });
    const request = {
      person: { duiType: 'DUI_TYPE_BR_CPF', duiValue: newCpf() },
      callbackUri: '/',
      purpose: 'identityverification',
    } as const;
    const error = await caught(patient.processes.create(request));
    const again = await connect(service.url).processes.create(request, { idempotencyKey: keyOf(error) });
    const told = proxy.answers.filter(({ path }) => path.endsWith('/process')).map((one) => one.body);
    expect(told).toEqual([again, again, again]);
  });

  test('of a fault of the service names it too, and under it the transaction is made once the fault is over', async () => {
    const request = body();
    const { transactions } = connect(service.url);
    const error = await caught(transactions.create(request, { scenario: 'error-50001' }));
    expect(error).toMatchObject({ kind: 'api', status: 500 });
    const { id } = await transactions.create(request, { idempotencyKey: keyOf(error) });
    expect(await idsOf(request)).toEqual([id]);
  });

  test('is a second order where the key is not sent again: the service refuses it', async () => {
    const proxy = await startCuttingProxy(service.url);
    proxy.decide('/transaction', 'cut');
    const request = body();
    const error = await caught(connect(proxy.url).transactions.create(request));
    const other = await caught(connect(service.url).transactions.create(request));
    expect(other).toMatchObject({ code: '40027', idempotencyKey: expect.stringMatching(UUID) });
    expect(other.idempotencyKey).not.toBe(error.idempotencyKey);
  });
});

describe('the key of a create', () => {
  const REQUEST = {
    identity: { key: 'cpf', value: '52998224725' },
    orderNumber: 'order-1001',
    company: '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e',
    card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva' },
  };

  test('stands on every kind of error, as the caller named it or as it was made', async () => {
    const scripted = await startScripted();
    const { client } = clientOf(scripted, { maxRetries: 0 });
    const create = () => caught(client.transactions.create(REQUEST, { idempotencyKey: 'order-1001' }));
    scripted.tokenScript.push(refusal('50001'));
    expect(await create()).toBeInstanceOf(TitularTokenError);
    scripted.tokenScript.push(refusal('50001'), 'reset');
    scripted.script.push('reset', 'cut', 'not-json', refusal('50001'), refusal('40002'));
    for (const kind of ['token', 'network', 'network', 'network', 'network', 'api', 'api'])
      expect(await create()).toMatchObject({ kind, idempotencyKey: 'order-1001' });
    scripted.script.push(refusal('40002'));
    const made = await caught(client.transactions.create(REQUEST));
    expect(made.idempotencyKey).toBe(scripted.seen.at(-1)?.headers['idempotency-key']);
    expect(made).toBeInstanceOf(TitularApiError);
    expect(made.message).toBe('40002: Refused with 40002.');
  });

  test('is its own where several calls wait for one token that is refused', async () => {
    const scripted = await startScripted();
    scripted.tokenScript.push(refusal('40001'));
    const { client } = clientOf(scripted);
    const keys = ['order-1', 'order-2', undefined];
    const errors = await Promise.all(
      keys.map((idempotencyKey) =>
        caught(
          idempotencyKey
            ? client.transactions.create(REQUEST, { idempotencyKey })
            : client.transactions.get(REQUEST.company),
        ),
      ),
    );
    expect(scripted.tokenRequests.length).toBe(1);
    expect(errors.map((error) => error.idempotencyKey)).toEqual(keys);
    for (const error of errors) {
      expect(error).toBeInstanceOf(TitularTokenError);
      expect(error.stack).toContain('request-token');
      expect(`${error}${JSON.stringify(error)}`).not.toContain(SECRET);
    }
  });

  test('is none where the caller wants none, and where a call has none', async () => {
    const scripted = await startScripted();
    const { client } = clientOf(scripted, { maxRetries: 0 });
    scripted.script.push('reset', 'reset', 'reset');
    const errors = [
      await caught(client.transactions.create(REQUEST, { idempotencyKey: false })),
      await caught(client.transactions.get(REQUEST.company)),
      await caught(client.transactions.renewLink(REQUEST.company)),
    ];
    expect(errors.map(({ idempotencyKey }) => idempotencyKey)).toEqual([undefined, undefined, undefined]);
  });
});
