import { buildAccessTokenClaims } from '@titular/server/access-tokens/tokens/access-token.ts';
import { createAccessTokens } from '@titular/server/access-tokens/tokens/create-access-tokens.ts';
import type { Tables } from '@titular/server/kernel/database/tables/tables.ts';
import { readBearerToken } from '@titular/server/kernel/http/admission/authenticate.ts';
import { openRecorder } from '@titular/test-kit/explain.ts';
import fc from 'fast-check';
import { CompactSign, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTokenBench, type TokenBench } from './token-bench.ts';

let bench: TokenBench;
beforeAll(async () => {
  bench = await openTokenBench();
});
afterAll(() => bench.drop());

const soundClaims = () =>
  buildAccessTokenClaims(
    bench,
    {
      tenantId: bench.tenantId,
      account: bench.account,
      clientId: bench.clientId,
      scopes: [],
      active: true,
      assertionLifetimeSeconds: 3600,
      allowedAddresses: [],
      allowedTimes: [],
    },
    { credentialId: bench.secretId, scopes: ['transactions:read'] },
    bench.clock.now(),
    crypto.randomUUID(),
  );

/** Signs with the service's real key, so that only the change can be why a token is refused. */
async function sign(
  claims: object,
  header: object = {},
  purpose: 'access-token' | 'sdk-token' = 'access-token',
) {
  const { kid, privateKey } = await bench.signingKeys.current(purpose);
  return new SignJWT({ ...soundClaims(), ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header })
    .sign(privateKey);
}

describe('an access token (R10)', () => {
  test('is taken as issued, and as RFC 9068 lets its type be written', async () => {
    const caller = { tenantId: bench.tenantId, account: 'shop', scopes: ['transactions:read'] };
    expect(await bench.verify(await sign({}))).toEqual(caller);
    expect(await bench.verify(await sign({}, { typ: 'application/AT+JWT' }))).toEqual(caller);
  });

  test.each([
    ['another issuer', { iss: 'https://titular.example' }],
    ['another audience', { aud: 'https://titular.example:8443' }],
    ['two audiences', { aud: ['https://titular.example:8443/api/public/v1', 'https://x.example'] }],
    ['the other environment', { env: 'production' }],
    ['an expiry that is text', { exp: '99999999999' }],
    ['no expiry', { exp: undefined }],
    ['a subject of another tenant', { sub: `shop@${crypto.randomUUID()}` }],
    ['an account that does not exist', { sub: 'nobody' }],
    ['a key or secret that does not exist', { credential: crypto.randomUUID() }],
    ['no scope claim', { scope: undefined }],
  ])('is refused with %s', async (_what, claims) => {
    expect(await bench.verify(await sign(claims))).toBeUndefined();
  });

  test.each([
    ['the type of any JWT', { typ: 'JWT' }],
    ['the type of an SDK token', { typ: 'titular-sdk+jwt' }],
    ['no type', { typ: undefined }],
    ['an unknown key id', { kid: 'nobody' }],
    ['no key id', { kid: undefined }],
    ['a key of its own', { jwk: { kty: 'oct', k: 'AA' } }],
    ['the address of a key', { jku: 'https://x.example/keys' }],
  ])('is refused with %s in its header', async (_what, header) => {
    expect(await bench.verify(await sign({}, header))).toBeUndefined();
  });

  test('is refused when the key for SDK tokens, a foreign key or no key signed it', async () => {
    const foreign = await generateKeyPair('ES256');
    const { kid } = await bench.signingKeys.current('access-token');
    const bySdkKey = await sign({}, {}, 'sdk-token');
    const byForeignKey = await new CompactSign(Buffer.from(JSON.stringify(soundClaims())))
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
      .sign(foreign.privateKey);
    const unsecured = new UnsecuredJWT({ ...soundClaims() }).encode();
    for (const token of [bySdkKey, byForeignKey, unsecured]) {
      expect(await bench.verify(token)).toBeUndefined();
    }
  });

  test('is refused with any one character changed, added or left out', async () => {
    const token = await bench.issue();
    const letters = [...'ABCxyz019-_.=+/ \n%é'];
    const position = fc.nat(token.length - 1);
    await fc.assert(
      fc.asyncProperty(
        position,
        fc.constantFrom('', ...letters),
        fc.boolean(),
        async (at, letter, insert) => {
          const altered = token.slice(0, at) + letter + token.slice(insert ? at : at + 1);
          fc.pre(altered !== token);
          expect(await bench.verify(altered)).toBeUndefined();
        },
      ),
      { numRuns: 300 },
    );
    expect(await bench.verify(token)).toBeDefined();
  });

  test.each([
    ['no_access_token', () => 'a-client-secret'],
    ['no_access_token', () => sign({}, { typ: 'JWT' })],
    ['other_service', () => sign({ iss: 'https://titular.example' })],
    ['other_service', () => sign({ env: 'production' })],
    ['expired', () => sign({ exp: Math.floor(bench.clock.now().getTime() / 1000) })],
    ['invalid', () => sign({}, { kid: 'nobody' })],
    ['invalid', () => sign({ credential: crypto.randomUUID() })],
  ])('that is refused tells %s, as far as its own text says why', async (reason, make) => {
    expect(await bench.verifyAccessToken(await make(), '127.0.0.1')).toEqual({ kind: 'refused', reason });
  });

  test('never grants a scope that its account has lost', async () => {
    const one = await openTokenBench();
    const token = await one.issue();
    await one.db
      .updateTable('service_accounts')
      .set({ scopes: ['transactions:read'] })
      .execute();
    expect((await one.verify(token))?.scopes).toEqual(['transactions:read']);
    await one.drop();
  });
});

describe('what is remembered', () => {
  test('never outlives the second in which the token expires (R10)', async () => {
    const one = await openTokenBench();
    const token = await one.issue();
    one.clock.advanceSeconds(3598 - one.clock.now().getMilliseconds() / 1000);
    expect(await one.verify(token)).toBeDefined();
    one.clock.advanceSeconds(1.999);
    expect(await one.verify(token)).toBeDefined();
    one.clock.advanceSeconds(0.001);
    expect(await one.verify(token)).toBeUndefined();
    await one.drop();
  });

  test.each([
    ['the account', 'service_accounts', { active: false }],
    ['the tenant', 'tenants', { active: false }],
    ['the secret that got it', 'service_account_secrets', { retired_at: new Date() }],
  ] as const)(
    'ends within 5 seconds, in every process, once %s is revoked (R13)',
    async (_what, table, change) => {
      const one = await openTokenBench();
      const other = await createAccessTokens(one);
      const token = await one.issue();
      const verifyInBoth = async () => [
        await one.verify(token),
        (await other.verify(token, '127.0.0.1')).kind === 'valid' ? token : undefined,
      ];
      expect((await verifyInBoth()).every(Boolean)).toBe(true);
      await one.db.updateTable(table).set(change).execute();
      one.clock.advanceSeconds(5);
      expect(await verifyInBoth()).toEqual([undefined, undefined]);
      await one.drop();
    },
  );

  test('is asked for again by one statement for all busy tokens, not by one for each', async () => {
    const one = await openTokenBench();
    const { db, statements, close } = openRecorder<Tables>(one.connectionString);
    const { verify } = createAccessTokens({ ...one, db });
    const tokens = await Promise.all(Array.from({ length: 60 }, () => one.issue()));
    const askForAll = async () => {
      statements.length = 0;
      const checks = await Promise.all(tokens.map((token) => verify(token, '127.0.0.1')));
      expect(checks.every(({ kind }) => kind === 'valid')).toBe(true);
      return statements.filter(({ text }) => text.includes('service_accounts')).length;
    };
    expect(await askForAll()).toBeLessThanOrEqual(2);
    expect(await askForAll()).toBe(0);
    one.clock.advanceSeconds(4);
    expect(await askForAll()).toBeLessThanOrEqual(2);
    await close();
    await one.drop();
  });

  test('ends with the key that signed the token (R13)', async () => {
    const one = await openTokenBench();
    const token = await one.issue();
    expect(await one.verify(token)).toBeDefined();
    await one.db
      .updateTable('signing_keys')
      .set({ retired_at: new Date(0) })
      .execute();
    one.clock.advanceSeconds(31);
    expect(await one.verify(token)).toBeUndefined();
    await one.drop();
  });

  test('is not believed for longer by a clock that is set back', async () => {
    const one = await openTokenBench();
    const token = await one.issue();
    expect(await one.verify(token)).toBeDefined();
    await one.db.updateTable('service_accounts').set({ active: false }).execute();
    one.clock.advanceSeconds(-600);
    expect(await one.verify(token)).toBeUndefined();
    await one.drop();
  });
});

describe('the Authorization header (R11)', () => {
  test('gives a token from one header only, with the scheme in any case', () => {
    expect(readBearerToken(['Host', 'x', 'Authorization', 'bearer a.b-c_d'])).toBe('a.b-c_d');
    expect(readBearerToken(['AUTHORIZATION', 'BEARER   a'])).toBe('a');
  });

  test.each([
    ['no header', []],
    ['two headers', ['Authorization', 'Bearer a', 'authorization', 'Bearer a']],
    ['another scheme', ['Authorization', 'Basic YTpi']],
    ['no token', ['Authorization', 'Bearer ']],
    ['two tokens', ['Authorization', 'Bearer a b']],
    ['two tokens with a comma', ['Authorization', 'Bearer a, Bearer b']],
    ['no space', ['Authorization', 'Bearera']],
    ['a token of 20 kB', ['Authorization', `Bearer ${'a'.repeat(20_000)}`]],
    ['the word in another header', ['X-Authorization', 'Bearer a']],
    ['the word as a value', ['X-Name', 'authorization', 'Bearer a', 'x']],
  ])('refuses %s', (_what, rawHeaders) => {
    expect(() => readBearerToken(rawHeaders)).toThrow(
      expect.objectContaining({ code: '40301', status: 403 }),
    );
  });
});
