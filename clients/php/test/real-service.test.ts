import { generateKeyPairSync } from 'node:crypto';
import {
  addTenant,
  newTransactionBody,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit';
import { startCuttingProxy } from '@titular/test-kit/services/cutting-proxy.ts';
import { startWebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drive, hasPhp, type Told } from './run-php.ts';

const SCENARIO = (scenario: string) => ({ scenario });

/** Signs standard input as a key service does; the key comes by the environment. */
const SIGN = `
const { createPrivateKey, sign } = require('node:crypto');
const key = createPrivateKey(process.env.KEY);
const { readFileSync } = require('node:fs');
process.stdout.write(sign('sha256', readFileSync(0), { key, dsaEncoding: 'ieee-p1363' }));`;

describe.skipIf(!hasPhp)('the PHP client and the running service', () => {
  let service: TestService;
  let tenant: TestTenant;
  beforeAll(async () => {
    service = await startTestService({ env: { TITULAR_WEBHOOK_LOOPBACK: 'on' } });
    tenant = await addTenant(service);
  });
  afterAll(() => service.close());

  const bySecret = () => ({ clientId: tenant.clientId, clientSecret: tenant.clientSecret });
  const byKey = () => ({ account: tenant.account, tenantId: tenant.tenantId, keyId: tenant.keyId });
  const body = () => newTransactionBody(tenant.companyId);
  const run = async (
    calls: object[],
    more: Record<string, unknown> = {},
    env: Record<string, string> = {},
  ): Promise<Told[]> => {
    const { results } = await drive({ url: service.url, credentials: bySecret(), calls, ...more }, env);
    return results;
  };
  const create = async (): Promise<string> => {
    const [made] = await run([{ method: 'createTransaction', args: [body()] }]);
    return String((made?.value as { id?: string } | undefined)?.id);
  };

  test('create, read, trace, list, renew and cancel a transaction', async () => {
    const id = await create();
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

  test('get a token for an assertion that is signed elsewhere', async () => {
    const credentials = { ...byKey(), algorithm: 'ES256' };
    const env = { NODE: process.execPath, SIGN, KEY: tenant.privateKeyPem };
    const [told] = await run([{ method: 'readLimits' }], { credentials }, env);
    expect(told).toMatchObject({ value: { limits: expect.any(Array) } });
  });

  test('get a token for an assertion that a private key signs, and show nothing of the key', async () => {
    const credentials = { ...byKey(), privateKey: tenant.privateKeyPem };
    const job = { url: service.url, credentials, calls: [{ method: 'readLimits' }] };
    const { results, shown } = await drive(job);
    expect(results[0]).toMatchObject({ value: { limits: expect.any(Array) } });
    expect(shown).not.toContain(tenant.privateKeyPem.split('\n')[1]);
  });

  test('refuse a private key that cannot sign, without a word of it', async () => {
    const encoding = { type: 'pkcs8', format: 'pem' } as const;
    const wrongs = [
      'canary-key-4711',
      'file:///etc/hostname',
      generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export(encoding),
      generateKeyPairSync('ed25519').privateKey.export(encoding),
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
        ...encoding,
        cipher: 'aes-256-cbc',
        passphrase: 'canary',
      }),
    ];
    for (const privateKey of wrongs) {
      const [told] = await run([], { credentials: { ...byKey(), privateKey } });
      expect(told?.wrong).toContain('privateKey is no key that can sign here');
      expect(told?.text).not.toContain('canary');
    }
    const credentials = { ...byKey(), privateKey: tenant.privateKeyPem, algorithm: 'RS256' };
    const [told] = await run([], { credentials });
    expect(told?.wrong).toBe('algorithm is RS256, but privateKey signs ES256');
  });

  test('retry a 429 and a 50001 under the same key, so that the create is done once (R72)', async () => {
    for (const scenario of ['error-42901-then-served', 'error-50001-then-served']) {
      const request = body();
      const { results, slept } = await drive({
        url: service.url,
        credentials: bySecret(),
        calls: [
          { method: 'createTransaction', args: [request], options: SCENARIO(scenario) },
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
    const proxy = await startCuttingProxy(service.url);
    proxy.decide('/transaction', 'cut');
    const request = body();
    const call = { method: 'createTransaction', args: [request] };
    const [lost] = await run([call], { url: proxy.url, maxRetries: 0 });
    expect(lost?.error).toMatchObject({ kind: 'network', retryable: true });
    const idempotencyKey = lost?.error?.idempotencyKey;
    const [again, refused] = await run([{ ...call, options: { idempotencyKey } }, call]);
    expect(again?.value).toEqual(proxy.answers.at(-1)?.body);
    expect(refused?.error).toMatchObject({ kind: 'api', code: '40027' });
  });

  test('repeat a create whose answer was lost by themselves, and it is done once (R81)', async () => {
    const proxy = await startCuttingProxy(service.url);
    proxy.decide('/transaction', 'cut', 'cut');
    const [made] = await run([{ method: 'createTransaction', args: [body()] }], { url: proxy.url });
    const told = proxy.answers.filter(({ path }) => path.endsWith('/transaction')).map((one) => one.body);
    expect(told).toEqual([made?.value, made?.value, made?.value]);
  });

  test('tell a refusal by class, code, remedy and request id', async () => {
    const id = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';
    const [missing] = await run([{ method: 'readTransaction', args: [id] }]);
    expect(missing?.error).toMatchObject({
      type: 'ApiException',
      kind: 'api',
      code: '40401',
      status: 404,
      docs: `${service.url}/docs#code-40401`,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      retryable: false,
      retryAfter: null,
    });
    const credentials = { clientId: tenant.clientId, clientSecret: 'canary-secret-4711' };
    const [refused] = await run([{ method: 'readLimits' }], { credentials });
    expect(refused?.error).toMatchObject({ type: 'TokenException', code: 'client_authentication_failed' });
    expect(JSON.stringify(refused)).not.toContain('canary');
  });

  test('verify a webhook that the service sent, and refuse it with another body, secret or time (R40)', async () => {
    const receiver = await startWebhookReceiver();
    const endpoint = { company: tenant.companyId, url: receiver.url };
    const [made] = await run([{ method: 'createWebhookEndpoint', args: [endpoint] }]);
    const { secret = '' } = (made?.value ?? {}) as { secret?: string };
    receiver.trust(secret);
    const id = await create();
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
});
