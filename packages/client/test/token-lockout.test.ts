import { generateKeyPairSync } from 'node:crypto';
import { insertAccountKey } from '@titular/server/access-tokens/accounts/account-key-store.ts';
import {
  addTenant,
  createManualClock,
  type ManualClock,
  newTransactionBody,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit';
import { type CuttingProxy, startCuttingProxy } from '@titular/test-kit/services/cutting-proxy.ts';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  type Clock,
  type CreateTransactionRequest,
  Titular,
  type TitularOptions,
  TitularTokenError,
} from '../src/index.ts';

/** Failures that the service takes before it asks to wait. */
const BURST = 2;
const TIMEOUT_MS = 29_999;

let service: TestService;
let tenant: TestTenant;
let proxy: CuttingProxy;
let moved: ManualClock;
let slept: number[];
let meanwhile: () => Promise<void>;

beforeEach(async () => {
  moved = createManualClock();
  service = await startTestService({ clock: moved, env: { TITULAR_FAILED_AUTHENTICATIONS: String(BURST) } });
  const started = service;
  onTestFinished(() => started.close());
  tenant = await addTenant(service);
  proxy = await startCuttingProxy(service.url);
  slept = [];
  meanwhile = async () => undefined;
});

/** A client whose waits move its clock and the service's at once; `meanwhile` happens in each of them. */
function connect(credentials: TitularOptions['credentials'], maxRetries: number): Titular {
  const clock: Clock = {
    now: () => moved.now().getTime(),
    elapsed: () => moved.now().getTime(),
    sleep: async (ms) => {
      if (ms === TIMEOUT_MS) return new Promise<void>(() => undefined);
      slept.push(ms);
      moved.advanceSeconds(ms / 1000);
      await meanwhile();
    },
  };
  const more = { baseUrl: proxy.url, clock, random: () => 0, timeoutMs: TIMEOUT_MS, maxRetries };
  // What the service asks to wait is what is looked at, however long it is in all.
  const deadlineMs = Number.POSITIVE_INFINITY;
  return new Titular({ credentials, deadlineMs, ...more });
}

async function caught(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** What the token endpoint told of waiting, in the order of its answers. */
const toldSeconds = (): number[] =>
  proxy.answers
    .filter(({ path, status }) => path === '/oauth2/token' && status === 429)
    .map(({ headers }) => Number(headers.get('retry-after')));

/** Credentials by a key that the account gets only while the client waits. */
function lateKey(): TitularOptions['credentials'] {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { account, tenantId } = tenant;
  const publicJwk = publicKey.export({ format: 'jwk' }) as never;
  const key = { keyId: 'late-key', algorithm: 'ES256', publicJwk } as const;
  meanwhile = async () => {
    await insertAccountKey(service.service.database.db, tenantId, account, key);
  };
  return {
    kind: 'assertion',
    account,
    tenantId,
    keyId: key.keyId,
    issuerDomain: new URL(service.url).host,
    audience: service.url,
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
  };
}

/** Fails as often as the service bears. */
async function lock(client: Titular): Promise<void> {
  for (let times = 0; times < BURST; times += 1)
    expect(await caught(client.limits())).toMatchObject({ subCode: 'assertion_key_unknown' });
}

describe('an account that the token endpoint has locked', () => {
  test('is waited for by Retry-After, each time as long as it says, and then told (R14, R71)', async () => {
    const { clientId } = tenant;
    const client = connect({ kind: 'clientSecret', clientId, clientSecret: 'wrong' }, 2);
    for (let times = 0; times < BURST; times += 1)
      expect(await caught(client.limits())).toMatchObject({ status: 401, error: 'invalid_client' });
    expect(slept).toEqual([]);
    const error = await caught(client.limits());
    expect(error).toBeInstanceOf(TitularTokenError);
    expect(error).toMatchObject({ status: 429, subCode: 'account_locked', retryable: true });
    const told = toldSeconds();
    expect(told.length).toBe(3);
    expect(Math.min(...told)).toBeGreaterThan(1);
    expect(slept).toEqual(told.slice(0, 2).map((seconds) => seconds * 1000));
    expect((error as TitularTokenError).retryAfterSeconds).toBe(told[2]);
  });

  test('gets its token after the wait where its key was registered meanwhile, once for all who wait (R71)', async () => {
    const client = connect(lateKey(), 5);
    await lock(client);
    const answers = await Promise.all([client.limits(), client.limits(), client.limits()]);
    for (const answer of answers) expect(answer).toHaveProperty('limits');
    expect(toldSeconds().length).toBe(1);
    expect(slept).toEqual(toldSeconds().map((seconds) => seconds * 1000));
  });

  test('is waited for within a wait for the end as well, and the wait goes on (R71)', async () => {
    const { clientId, clientSecret, companyId } = tenant;
    const credentials = { kind: 'clientSecret', clientId, clientSecret } as const;
    const right = new Titular({ baseUrl: service.url, credentials });
    const request = newTransactionBody(companyId) as CreateTransactionRequest;
    const { id } = await right.transactions.create(request);
    await right.transactions.cancel(id);
    const client = connect(lateKey(), 0);
    await lock(client);
    const wait = client.waitForFinal(id, { timeoutMs: TIMEOUT_MS, events: 'never' });
    expect(await wait).toEqual({ status: 'canceled' });
    expect(toldSeconds().length).toBe(1);
    expect(slept).toEqual(toldSeconds().map((seconds) => seconds * 1000));
  });
});
