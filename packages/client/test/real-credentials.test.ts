import { constants, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { insertAccountKey } from '@titular/server/access-tokens/accounts/account-key-store.ts';
import {
  addTenant,
  createManualClock,
  newTransactionBody,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../src/http/clock.ts';
import {
  type AssertionAlgorithm,
  type CreateTransactionRequest,
  Titular,
  type TitularOptions,
  TitularTokenError,
} from '../src/index.ts';

let service: TestService;
let tenant: TestTenant;

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
  service = await startTestService();
  tenant = await addTenant(service);
});
afterAll(() => service.close());

describe('credentials', () => {
  const PAIRS: Record<AssertionAlgorithm, () => { privateKey: KeyObject; publicKey: KeyObject }> = {
    ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    EdDSA: () => generateKeyPairSync('ed25519'),
    PS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
    RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  };
  const account = (privateKey: string | object, more: object = {}): TitularOptions['credentials'] =>
    ({ kind: 'assertion', account: tenant.account, tenantId: tenant.tenantId, privateKey, ...more }) as never;
  const by = (credentials: TitularOptions['credentials']) =>
    new Titular({ baseUrl: service.url, credentials });

  test.each(['ES256', 'EdDSA', 'PS256', 'RS256'] as const)(
    'may be a key of %s, as PKCS#8, as a JWK and elsewhere, named or not (R1)',
    async (algorithm) => {
      const pair = PAIRS[algorithm]();
      const keyId = `key-${crypto.randomUUID()}`;
      const publicJwk = pair.publicKey.export({ format: 'jwk' }) as never;
      const { db } = service.service.database;
      await insertAccountKey(db, tenant.tenantId, tenant.account, { keyId, algorithm, publicJwk });
      const pem = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
      const named = { keyId, ...(algorithm === 'PS256' ? { algorithm } : {}) };
      const jwk = { ...pair.privateKey.export({ format: 'jwk' }), alg: algorithm, use: 'sig', kid: keyId };
      const salted = {
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      };
      const form = { dsaEncoding: 'ieee-p1363', ...(algorithm === 'PS256' ? salted : {}) } as const;
      const elsewhere = account('', {
        ...{ keyId, algorithm },
        sign: async (content: Uint8Array) =>
          sign(algorithm === 'EdDSA' ? null : 'sha256', content, { key: pair.privateKey, ...form }),
      });
      for (const credentials of [account(pem, named), account(jwk, { keyId }), elsewhere])
        expect(await by(credentials).limits()).toHaveProperty('limits');
    },
  );

  test('may be the key that the service made, without its id, and limited to a scope', async () => {
    const other = await addTenant(service);
    const credentials = {
      kind: 'assertion',
      account: other.account,
      tenantId: other.tenantId,
      privateKey: other.privateKeyPem,
      scope: 'transactions:read',
    } as const;
    const reading = by(credentials);
    expect(await caught(reading.transactions.get(crypto.randomUUID()))).toMatchObject({ code: '40401' });
    const error = await caught(reading.transactions.create(body()));
    expect(error).toMatchObject({ code: '40301', message: expect.stringContaining('transactions:write') });
  });

  test('that are wrong are told by their sub-code, and a key that is none without a word of it', async () => {
    const own = account(tenant.privateKeyPem, { keyId: tenant.keyId });
    const cases: readonly [object, string][] = [
      [{ account: 'nobody' }, 'account_unknown'],
      [{ tenantId: crypto.randomUUID() }, 'tenant_unknown'],
      [{ issuerDomain: 'elsewhere.example' }, 'wrong_issuer'],
      [{ audience: 'https://elsewhere.example' }, 'wrong_audience'],
      [{ keyId: 'unknown' }, 'assertion_key_unknown'],
      [{ scope: 'tenants:write' }, 'scope_not_allowed'],
    ];
    for (const [wrong, subCode] of cases) {
      const error = await caught(by({ ...own, ...wrong } as never).limits());
      expect(error).toBeInstanceOf(TitularTokenError);
      expect(error).toMatchObject({ subCode, retryable: false });
    }
    const foreign = PAIRS.ES256().privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
    const forged = account(foreign, { keyId: tenant.keyId });
    expect(await caught(by(forged).limits())).toMatchObject({ subCode: 'bad_signature' });
    const secret = await caught(connect({ ...tenant, clientSecret: 'another-secret' }).limits());
    expect(secret).toMatchObject({ status: 401, error: 'invalid_client' });
    const canary = tenant.privateKeyPem.replaceAll('-----', '');
    const { privateKey: short } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    for (const key of [
      canary,
      short.export({ format: 'pem', type: 'pkcs8' }) as string,
      `-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----`,
      { kty: 'EC', crv: 'P-256', d: canary },
    ]) {
      const error = await caught(by(account(key)).limits());
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).not.toContain(canary.slice(30, 60));
    }
  });
});

describe('an access token of the running service', () => {
  test('is used for its whole life and replaced before its end without a refusal, and one given back is replaced at once', async () => {
    const moved = createManualClock();
    const other = await startTestService({ clock: moved });
    try {
      const shop = await addTenant(other);
      const told: string[] = [];
      let bearer = '';
      const watching: typeof fetch = (url, init) => {
        const { authorization = '' } = (init?.headers ?? {}) as Record<string, string>;
        if (authorization.startsWith('Bearer ')) bearer = authorization.slice('Bearer '.length);
        return fetch(url, init);
      };
      const merchant = connect(shop, {
        baseUrl: other.url,
        fetch: watching,
        clock: {
          ...systemClock,
          now: () => moved.now().getTime(),
          elapsed: () => moved.now().getTime(),
        },
        hooks: { onResponse: ({ operation, status }) => void told.push(`${operation} ${status}`) },
      });
      for (const seconds of [0, 1800, 1300, 490, 5, 1800, 1800]) {
        moved.advanceSeconds(seconds);
        await merchant.limits();
      }
      expect(told.filter((one) => one.endsWith('403'))).toEqual([]);
      await expect.poll(() => told.filter((one) => one === 'issueToken 200').length).toBe(3);
      await merchant.limits();
      const { clientId: client_id, clientSecret: client_secret } = shop;
      const form = new URLSearchParams({ token: bearer, client_id, client_secret });
      expect((await fetch(`${other.url}/oauth2/revoke`, { method: 'POST', body: form })).status).toBe(200);
      moved.advanceSeconds(5);
      told.splice(0);
      await merchant.limits();
      expect(told).toEqual(['readLimits 403', 'issueToken 200', 'readLimits 200']);
    } finally {
      await other.close();
    }
  });
});
