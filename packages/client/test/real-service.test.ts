import {
  addTenant,
  newCpf,
  newTransactionBody,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit';
import { startWebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type CreateTransactionRequest,
  createEventHandler,
  type HandledEvent,
  Titular,
  TitularApiError,
  type TitularOptions,
  verifyWebhook,
  type WebhookEvent,
} from '../src/index.ts';

let service: TestService;
let tenant: TestTenant;
let client: Titular;

/** A client with the tenant's secret; `more` changes its options. */
const connect = (of: TestTenant, more: Partial<TitularOptions> = {}): Titular => {
  const { clientId, clientSecret } = of;
  const credentials = { kind: 'clientSecret', clientId, clientSecret } as const;
  return new Titular({ baseUrl: service.url, credentials, ...more });
};

const body = (changes: Record<string, unknown> = {}): CreateTransactionRequest =>
  newTransactionBody(tenant.companyId, changes) as CreateTransactionRequest;

const caught = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

beforeAll(async () => {
  service = await startTestService({ env: { TITULAR_WEBHOOK_LOOPBACK: 'on' } });
  tenant = await addTenant(service);
  client = connect(tenant);
});
afterAll(() => service.close());

describe('transactions of the running service', () => {
  test('are created, read, traced, given a new link and canceled', async () => {
    const created = await client.transactions.create(body());
    expect(created).toMatchObject({
      status: 'waiting',
      link: expect.stringContaining(service.config.publicUrl),
    });
    const { id } = created;
    expect(await client.transactions.get(id)).toEqual({ status: 'waiting' });
    const renewed = await client.transactions.renewLink(id);
    expect(renewed.id).toBe(id);
    expect(renewed.link).not.toBe(created.link);
    expect(await client.transactions.cancel(id)).toEqual({ status: 'canceled' });
    expect(await client.transactions.cancel(id)).toEqual({ status: 'canceled' });
    const { history, company } = await client.transactions.history(id);
    expect(company).toBe(tenant.companyId);
    expect(history.map(({ event }) => event)).toEqual(['create', 'cancel']);
    expect(await client.waitForFinal(id)).toEqual({ status: 'canceled' });
  });

  test('follow a scenario of the sandbox that is named, and are refused by one', async () => {
    const { id } = await client.transactions.create(body(), { scenario: 'has-identity-changed' });
    const final = await client.transactions.waitForFinal(id, { timeoutMs: 20_000 });
    expect(final).toEqual({ status: 'approved', hasIdentityChanged: true });
    const refused = await caught(client.transactions.create(body(), { scenario: 'error-40045' }));
    expect(refused).toMatchObject({ kind: 'api', code: '40045' });
    const person = { duiType: 'DUI_TYPE_BR_CPF', duiValue: newCpf() } as const;
    const wanted = { person, callbackUri: '/', purpose: 'biometryonboarding' } as const;
    const { process: led } = await client.processes.create(wanted, { scenario: 'process-not-live' });
    const { process: ended } = await client.processes.waitForFinal(led.id, { timeoutMs: 20_000 });
    expect(ended.authenticationInfo.livenessResult).toBe('LIVENESS_RESULT_NOT_LIVE');
  });

  test('are created once under one key: the answer comes again, also to another client', async () => {
    const [request, idempotencyKey] = [body(), crypto.randomUUID()];
    const first = await client.transactions.create(request, { idempotencyKey });
    expect(await connect(tenant).transactions.create(request, { idempotencyKey })).toEqual(first);
    const error = await caught(client.transactions.create(request));
    expect(error).toBeInstanceOf(TitularApiError);
    expect(error).toMatchObject({ code: '40027', status: 400, retryable: false });
    expect(await caught(client.transactions.create(request, { idempotencyKey: false }))).toMatchObject({
      code: '40027',
    });
    expect(await caught(client.transactions.create(body(), { idempotencyKey }))).toMatchObject({
      code: '40028',
    });
  });

  test('are created once when the answer to the first try is lost after the commit (R81)', async () => {
    const request = body();
    let lost = 0;
    const losing: typeof fetch = async (...call) => {
      const response = await fetch(...call);
      if (!String(call[0]).endsWith('/transaction') || lost > 0) return response;
      lost += 1;
      await response.body?.cancel();
      throw new TypeError('terminated');
    };
    const clock = {
      now: Date.now,
      elapsed: () => performance.now(),
      sleep: (ms: number) => (ms < 30_000 ? Promise.resolve() : new Promise<void>(() => undefined)),
    };
    const { id } = await connect(tenant, { fetch: losing, clock }).transactions.create(request);
    const found: string[] = [];
    for await (const one of client.transactions.list({ orderNumber: String(request.orderNumber) }))
      found.push(one.id);
    expect([lost, found]).toEqual([1, [id]]);
  });

  test('are listed one by one over pages, and page by page', async () => {
    const prefix = `list-${crypto.randomUUID()}`;
    const made: string[] = [];
    for (const number of [1, 2, 3, 4, 5]) {
      const { id } = await client.transactions.create(body({ orderNumber: `${prefix}-${number}` }));
      made.unshift(id);
    }
    const createdFrom = new Date(Date.now() - 3600_000);
    const list = client.transactions.list({
      orderNumberPrefix: prefix,
      limit: 2,
      status: 'waiting',
      createdFrom,
    });
    for (const _ of [1, 2]) {
      const listed: string[] = [];
      for await (const one of list) listed.push(one.id);
      expect(listed).toEqual(made);
    }
    const sizes: number[] = [];
    for await (const { transactions } of list.pages()) sizes.push(transactions.length);
    expect(sizes).toEqual([2, 2, 1]);
    expect(await caught(list.pages()[Symbol.asyncIterator]().next())).toBe(undefined);
    const wrong = client.transactions.list({ limit: 101 });
    expect(await caught(wrong[Symbol.asyncIterator]().next())).toMatchObject({ code: '40002' });
  });

  test('that are not there, or cannot be, are typed errors with code, request id and a place that exists', async () => {
    const unknown = await caught(client.transactions.get(crypto.randomUUID()));
    expect(unknown).toMatchObject({
      kind: 'api',
      code: '40401',
      status: 404,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      retryable: false,
    });
    expect(await caught(client.transactions.get('x'))).toMatchObject({ code: '40004' });
    const card = { binDigits: '1', lastDigits: '1111', name: 'Maria da Silva' };
    const refused = await caught(client.transactions.create(body({ card })));
    expect(refused).toMatchObject({ code: '40002', message: expect.stringContaining('card.binDigits') });
    const page = await (await fetch(`${service.url}/docs`)).text();
    for (const error of [unknown, refused] as TitularApiError[]) {
      const { origin, pathname, hash } = new URL(error.docs);
      expect([origin, pathname]).toEqual([service.url, '/docs']);
      expect(page).toContain(`id="${hash.slice(1)}"`);
    }
  });
});

describe('processes of the running service', () => {
  const request = () =>
    ({
      person: { duiType: 'DUI_TYPE_BR_CPF', duiValue: newCpf(), friendlyName: 'Maria da Silva' },
      callbackUri: '/',
      purpose: 'identityverification',
      expiresIn: '3600s',
    }) as const;

  test('are started once under one key, read, traced and given a new address', async () => {
    const [wanted, idempotencyKey] = [request(), crypto.randomUUID()];
    const started = await client.processes.create(wanted, { idempotencyKey });
    expect(await client.processes.create(wanted, { idempotencyKey })).toEqual(started);
    const { id, userRedirectUrl, token } = started.process;
    expect([userRedirectUrl, token].every(Boolean)).toBe(true);
    const { process } = await client.processes.get(id);
    expect(process).toMatchObject({ id, state: 'PROCESS_STATE_CREATED', person: wanted.person });
    const renewed = await client.processes.renewLink(id);
    expect(renewed.process.userRedirectUrl).not.toBe(userRedirectUrl);
    const { history } = await client.processes.history(id);
    expect(history[0]).toMatchObject({ version: 1, event: 'create', actor: 'merchant' });
  });

  test('that are not there are typed errors', async () => {
    expect(await caught(client.processes.get(crypto.randomUUID()))).toMatchObject({ code: '40409' });
    expect(await caught(client.processes.get('x'))).toMatchObject({ code: '40007' });
    const waiting = client.processes.waitForFinal(crypto.randomUUID());
    expect(await caught(waiting)).toMatchObject({ code: '40409' });
  });
});

describe('limits of the running service', () => {
  test('are told', async () => {
    const { limits } = await client.limits();
    expect(limits.map(({ name }) => name)).toEqual(['rate', 'concurrency']);
  });

  test('are kept to: every call of a burst over the rate gets its answer in the end, by Retry-After (R66, R71)', async () => {
    const slow = await addTenant(service, { ratePerSecond: 20, rateBurst: 5 });
    const waits: number[] = [];
    const hooks = { onRetry: ({ waitMs }: { waitMs: number }) => void waits.push(waitMs) };
    const eager = connect(slow, { hooks });
    const answers = await Promise.all(Array.from({ length: 20 }, () => eager.limits()));
    expect(answers.length).toBe(20);
    expect(waits.length).toBeGreaterThan(0);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(1000);
  });
});

describe('webhooks of the running service', () => {
  test('are verified, handled once, and end a wait that asks only at its start and its end', async () => {
    const shop = await addTenant(service);
    const reads: string[] = [];
    const hooks = { onRequest: ({ operation }: { operation: string }) => void reads.push(operation) };
    const merchant = connect(shop, { hooks });
    let secret = '';
    const came: [HandledEvent, WebhookEvent][] = [];
    const handle = createEventHandler({ 'transaction.finished': (event) => merchant.events.accept(event) });
    const receiver = await startWebhookReceiver({
      answer: async ({ body: payload, headers }) => {
        const event = await verifyWebhook({ payload, headers, secrets: [secret] });
        came.push([await handle(event), event], [await handle(event), event]);
        return { status: 204 };
      },
    });
    try {
      const endpoint = { company: shop.companyId, url: receiver.url };
      ({ secret } = await merchant.webhookEndpoints.create(endpoint));
      receiver.trust(secret);
      const { id } = await merchant.transactions.create(
        newTransactionBody(shop.companyId) as CreateTransactionRequest,
      );
      const wait = merchant.waitForFinal(id, { events: 'only' });
      await merchant.transactions.cancel(id);
      expect(await wait).toEqual({ status: 'canceled' });
      await expect.poll(() => came.map(([what]) => what)).toEqual(['handled', 'repeated']);
      expect(came[0]?.[1]).toMatchObject({ type: 'transaction.finished', transactionId: id });
      expect(reads.filter((one) => one === 'readTransaction').length).toBeLessThanOrEqual(2);
    } finally {
      await receiver.close();
    }
  });
});
