import {
  addTenant,
  newTransactionBody,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit';
import { startCuttingProxy } from '@titular/test-kit/services/cutting-proxy.ts';
import { startWebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call, DrivenClient, Job, Told } from './driven-client.ts';

/** Signs standard input as a key service does; the key comes by the environment. */
export const SIGN = `
const { createPrivateKey, sign } = require('node:crypto');
const key = createPrivateKey(process.env.KEY);
const { readFileSync } = require('node:fs');
process.stdout.write(sign('sha256', readFileSync(0), { key, dsaEncoding: 'ieee-p1363' }));`;

/** A running service with a tenant, and the client that is driven against it. */
export type Ground = {
  readonly service: TestService;
  readonly tenant: TestTenant;
  run(calls: Call[], more?: Partial<Job>, env?: Record<string, string>): Promise<Told[]>;
};

/** Opens the ground for the tests around the call. */
export function openGround(drive: DrivenClient): Ground {
  let service: TestService;
  let tenant: TestTenant;
  beforeAll(async () => {
    service = await startTestService({ env: { TITULAR_WEBHOOK_LOOPBACK: 'on' } });
    tenant = await addTenant(service);
  });
  afterAll(() => service.close());
  return {
    get service() {
      return service;
    },
    get tenant() {
      return tenant;
    },
    async run(calls, more, env) {
      const credentials = { clientId: tenant.clientId, clientSecret: tenant.clientSecret };
      return (await drive({ url: service.url, credentials, calls, ...more }, env)).results;
    },
  };
}

const bodyFor = ({ tenant }: Ground) => newTransactionBody(tenant.companyId);

async function createFor(ground: Ground): Promise<string> {
  const [made] = await ground.run([{ method: 'createTransaction', args: [bodyFor(ground)] }]);
  return String((made?.value as { id?: string } | undefined)?.id);
}

/** How every client takes a transaction through its course, and tells refusals. */
function holdCourse(ground: Ground): void {
  const { run } = ground;

  test('create, read, trace, list, renew and cancel a transaction', async () => {
    const id = await createFor(ground);
    const told = await run([
      { method: 'readTransaction', args: [id] },
      { method: 'renewLink', args: [id] },
      { method: 'cancelTransaction', args: [id] },
      { method: 'cancelTransaction', args: [id] },
      { method: 'readTransactionHistory', args: [id] },
      { method: 'listTransactions', options: { status: 'canceled', limit: 5 } },
      { method: 'waitForFinal', args: [id] },
      { method: 'readLimits' },
    ]);
    expect(told.map(({ error }) => error)).toEqual(told.map(() => undefined));
    expect(told.map(({ value }) => value)).toMatchObject([
      { status: 'waiting' },
      { id, link: expect.stringContaining('http') },
      { status: 'canceled' },
      { status: 'canceled' },
      { history: [{ event: 'create' }, { event: 'cancel' }] },
      { transactions: [{ id }] },
      { status: 'canceled' },
      { limits: [{ name: 'rate' }, { name: 'concurrency' }] },
    ]);
  });

  test('tell a refusal by code, remedy and request id', async () => {
    const id = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';
    const [missing] = await run([{ method: 'readTransaction', args: [id] }]);
    expect(missing?.error).toMatchObject({
      kind: 'api',
      code: '40401',
      status: 404,
      docs: `${ground.service.url}/docs#code-40401`,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      retryable: false,
    });
    const credentials = { clientId: ground.tenant.clientId, clientSecret: 'canary-secret-4711' };
    const [refused] = await run([{ method: 'readLimits' }], { credentials });
    expect(refused?.error).toMatchObject({ kind: 'token', code: 'client_authentication_failed' });
    expect(JSON.stringify(refused)).not.toContain('canary');
  });
}

/** How every client repeats what may be done once. */
function holdRepeats(ground: Ground, drive: DrivenClient): void {
  const { run } = ground;

  test('retry a 429 and a 50001 under the same key, so that the create is done once (R72)', async () => {
    for (const scenario of ['error-42901-then-served', 'error-50001-then-served']) {
      const request = bodyFor(ground);
      const { clientId, clientSecret } = ground.tenant;
      const { results, slept } = await drive({
        url: ground.service.url,
        credentials: { clientId, clientSecret },
        calls: [
          { method: 'createTransaction', args: [request], options: { scenario } },
          { method: 'listTransactions', options: { orderNumber: request['orderNumber'] } },
        ],
      });
      expect(slept).toHaveLength(1);
      expect(slept[0]).toBeGreaterThanOrEqual(1);
      const [made, listed] = results.map(({ value }) => value) as [
        { id: string },
        { transactions: { id: string }[] },
      ];
      expect(listed.transactions.map(({ id }) => id)).toEqual([made.id]);
    }
  });

  test('tell the key of a create whose answer was lost; under it comes the transaction that was made (R81)', async () => {
    const proxy = await startCuttingProxy(ground.service.url);
    proxy.decide('/transaction', 'cut');
    const request = bodyFor(ground);
    const call = { method: 'createTransaction', args: [request] };
    const [lost] = await run([call], { url: proxy.url, maxRetries: 0 });
    expect(lost?.error).toMatchObject({ kind: 'network', retryable: true });
    const idempotencyKey = lost?.error?.idempotencyKey;
    const [again, refused] = await run([{ ...call, options: { idempotencyKey } }, call]);
    expect(again?.value).toEqual(proxy.answers.at(-1)?.body);
    expect(refused?.error).toMatchObject({ kind: 'api', code: '40027' });
  });

  test('repeat a create whose answer was lost by themselves, and it is done once (R81)', async () => {
    const proxy = await startCuttingProxy(ground.service.url);
    proxy.decide('/transaction', 'cut', 'cut');
    const [made] = await run([{ method: 'createTransaction', args: [bodyFor(ground)] }], { url: proxy.url });
    const told = proxy.answers.filter(({ path }) => path.endsWith('/transaction')).map((one) => one.body);
    expect(told).toEqual([made?.value, made?.value, made?.value]);
  });
}

/** How every client verifies webhooks of the service. */
function holdWebhooks(ground: Ground, drive: DrivenClient): void {
  const { run } = ground;

  test('verify a webhook that the service sent, and refuse it with another body, secret or time (R40)', async () => {
    const receiver = await startWebhookReceiver();
    const endpoint = { company: ground.tenant.companyId, url: receiver.url };
    const [made] = await run([{ method: 'createWebhookEndpoint', args: [endpoint] }]);
    const { secret = '' } = (made?.value ?? {}) as { secret?: string };
    receiver.trust(secret);
    const id = await createFor(ground);
    await run([{ method: 'cancelTransaction', args: [id] }]);
    const { body: payload, headers } = await receiver.next();
    await receiver.close();
    const now = Number(headers['webhook-timestamp']);
    const delivery = { payload, headers, secrets: [secret], now };
    const { results } = await drive({
      deliveries: [
        delivery,
        { ...delivery, payload: `${payload} ` },
        { ...delivery, secrets: [`${secret.slice(0, -4)}AAA=`] },
        { ...delivery, now: now + 301 },
      ],
    });
    expect(results[0]?.value).toMatchObject({ transactionId: id, status: 'canceled' });
    expect(results.slice(1).map(({ error }) => error?.code)).toEqual([
      'no_matching_signature',
      'no_matching_signature',
      'too_old',
    ]);
  });
}

/** What every client does alike against the running service. */
export function holdService(ground: Ground, drive: DrivenClient): void {
  holdCourse(ground);
  holdRepeats(ground, drive);
  holdWebhooks(ground, drive);
}
