import { NO_SANDBOX } from '@titular/server/kernel/http/sandbox-port.ts';
import { createServer } from '@titular/server/kernel/http/server.ts';
import { importPKCS8, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTokenBench, type TokenBench } from './token-bench.ts';

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const DOMAIN = 'titular.example:8443';

let bench: TokenBench;
let url: string;
let close: () => Promise<void>;

beforeAll(async () => {
  bench = await openTokenBench();
  const openToAll = async () => ({
    allowed: true,
    limit: 1,
    remaining: 1,
    resetSeconds: 1,
    ratePerSecond: 1,
    retryAfterSeconds: 1,
  });
  const app = createServer(
    bench.routes,
    {
      verifyAccessToken: bench.verifyAccessToken,
      takeFromBudget: openToAll,
      findTenantLimits: async () => ({ concurrency: 1, ratePerSecond: 1, burst: 1 }),
      recordCall: () => undefined,
      sandbox: NO_SANDBOX,
      noteSecurity: () => undefined,
      maxConcurrency: 1,
      callNodes: () => 1,
    },
    bench.log,
    { publicUrl: bench.issuer, trustedProxies: [] },
  );
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  close = () => app.close();
});
afterAll(async () => {
  await close();
  await bench.drop();
});

const fullName = (): string => `${bench.account}@${bench.tenantId}.${DOMAIN}`;

async function newAssertion(claims: Record<string, unknown> = {}, header: object = {}): Promise<string> {
  const nowSeconds = Math.floor(bench.clock.now().getTime() / 1000);
  const key = await importPKCS8(bench.privateKeyPem, 'ES256');
  const sound = { iss: fullName(), sub: fullName(), aud: bench.issuer, jti: crypto.randomUUID() };
  return new SignJWT({ ...sound, iat: nowSeconds, exp: nowSeconds + 60, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: bench.keyId, ...header })
    .sign(key);
}

async function send(
  form: Record<string, string>,
  authorization?: string,
): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const response = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: authorization ? { authorization } : {},
  });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}
const asClient = (client_assertion: string, more: Record<string, string> = {}) =>
  send({ grant_type: 'client_credentials', client_assertion_type: TYPE, client_assertion, ...more });
const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

test('issueToken 200: a client assertion may name its account in full or by client id (R2)', async () => {
  for (const iss of [fullName(), bench.clientId]) {
    expect((await asClient(await newAssertion({ iss, sub: bench.clientId }))).status).toBe(200);
  }
});

test('issueToken 200: the domain of an issuer may leave the port out', async () => {
  const iss = `${bench.account}@${bench.tenantId}.titular.example`;
  const assertion = await newAssertion({ iss, sub: iss });
  expect((await send({ grant_type: JWT_BEARER, assertion })).status).toBe(200);
});

test('issueToken 200: HTTP Basic is form-decoded, its scheme read in any case (R2)', async () => {
  const escaped = (text: string): string =>
    [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');
  const credentials = basic(escaped(bench.clientId), escaped(bench.clientSecret));
  const answer = await send({ grant_type: 'client_credentials' }, credentials.replace('Basic', 'bAsIc'));
  expect(answer.status).toBe(200);
});

test.each<[string, Record<string, unknown>, object, string]>([
  ['expired', { iat: 1, exp: 2 }, {}, 'assertion_expired'],
  ['for another audience', { aud: 'https://x.example' }, {}, 'wrong_audience'],
  ['of an unknown client id', { iss: 'tcl_nobody', sub: 'tcl_nobody' }, {}, 'account_unknown'],
  ['with a NUL for its client id', { iss: '\u0000', sub: '\u0000' }, {}, 'bad_claim'],
  ['of another subject', { sub: 'tcl_nobody' }, {}, 'wrong_subject'],
  ['under an unknown key', {}, { kid: 'nobody' }, 'assertion_key_unknown'],
])(
  'issueToken 401: a client assertion that is %s is the fault of the client (R2)',
  async (_what, claims, header, subCode) => {
    const answer = await asClient(await newAssertion(claims, header));
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ error: 'invalid_client', sub_code: subCode });
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="titular"/);
  },
);

test('issueToken 401: a client assertion of another type is not offered, and a Bearer token is no client (R2)', async () => {
  const other = await asClient(await newAssertion(), { client_assertion_type: 'urn:x' });
  expect([other.status, other.body['sub_code']]).toEqual([401, 'unsupported_client_assertion']);
  const bearer = await send({ grant_type: 'client_credentials' }, 'Bearer abc');
  expect([bearer.status, bearer.body['sub_code']]).toEqual([401, 'client_authentication_failed']);
});

test.each([
  ['unpadded', (text: string) => text.replace(/=+$/, '')],
  ['with a space inside', (text: string) => `${text.slice(0, 8)} ${text.slice(8)}`],
  ['without a colon', () => Buffer.from('tcl_x').toString('base64')],
  ['that is not UTF-8', () => Buffer.from([0xff, 0x3a, 0xff]).toString('base64')],
  ['with a broken escape', () => Buffer.from('a%zz:b').toString('base64')],
])('issueToken 401: HTTP Basic %s is refused (R3)', async (_what, change) => {
  const sound = Buffer.from(`${bench.clientId}:xx`).toString('base64');
  const answer = await send({ grant_type: 'client_credentials' }, `Basic ${change(sound)}`);
  expect([answer.status, answer.body['sub_code']]).toEqual([401, 'client_authentication_failed']);
});

test('issueToken 400: a client assertion used once as client is used up as grant as well (R6)', async () => {
  const assertion = await newAssertion();
  expect((await asClient(assertion)).status).toBe(200);
  const again = await asClient(assertion);
  expect(again.body).toMatchObject({ sub_code: 'assertion_reused' });
  const asGrant = await send({ grant_type: JWT_BEARER, assertion });
  expect([asGrant.status, asGrant.body['sub_code']]).toEqual([400, 'assertion_reused']);
});

test('issueToken 400: a request refused for its scope or client leaves the assertion usable', async () => {
  const assertion = await newAssertion();
  const form = { grant_type: JWT_BEARER, assertion };
  expect((await send({ ...form, scope: 'everything' })).body['sub_code']).toBe('scope_not_allowed');
  expect((await send({ ...form, client_id: 'tcl_other' })).body['sub_code']).toBe('client_mismatch');
  expect((await send(form)).status).toBe(200);
});

test('issueToken 400: half of a client authentication is missing its other half (R15)', async () => {
  for (const form of [{ client_secret: 'x' }, { client_assertion: 'x' }, { client_assertion_type: TYPE }]) {
    const answer = await send({ grant_type: 'client_credentials', ...form });
    expect([answer.status, answer.body['sub_code']]).toEqual([400, 'missing_parameter']);
  }
});

test('issueToken 400: a retired key is told apart within 2 seconds, only to who holds it', async () => {
  const one = await newAssertion();
  const tampered = `${one.slice(0, -4)}${one.endsWith('AAAA') ? 'BBBA' : 'AAAA'}`;
  const retireAt = async (retired_at: Date | null) => {
    await bench.db.updateTable('service_account_keys').set({ retired_at }).execute();
    bench.clock.advanceSeconds(2);
  };
  await retireAt(bench.clock.now());
  expect((await send({ grant_type: JWT_BEARER, assertion: one })).body['sub_code']).toBe('key_retired');
  expect((await send({ grant_type: JWT_BEARER, assertion: tampered })).body['sub_code']).toBe(
    'bad_signature',
  );
  await retireAt(null);
  expect((await send({ grant_type: JWT_BEARER, assertion: one })).status).toBe(200);
});

test('issueToken 401: an inactive account is told apart within 2 seconds, only to who knows its secret (R3)', async () => {
  const setActive = async (active: boolean) => {
    await bench.db.updateTable('service_accounts').set({ active }).execute();
    bench.clock.advanceSeconds(2);
  };
  const form = { grant_type: 'client_credentials', client_id: bench.clientId };
  await setActive(false);
  const right = await send({ ...form, client_secret: bench.clientSecret });
  const wrong = await send({ ...form, client_secret: 'wrong' });
  await setActive(true);
  expect([right.status, right.body['sub_code']]).toEqual([401, 'account_inactive']);
  expect([wrong.status, wrong.body['sub_code']]).toEqual([401, 'client_authentication_failed']);
});

test('issueToken 401: a secret is good for its own client only (R3)', async () => {
  const form = {
    grant_type: 'client_credentials',
    client_id: 'tcl_other',
    client_secret: bench.clientSecret,
  };
  const answer = await send(form);
  expect([answer.status, answer.body['sub_code']]).toEqual([401, 'client_authentication_failed']);
});

test('issueToken 401: a revoked secret is within 2 seconds as unknown as any other (R3)', async () => {
  const retireAt = async (retired_at: Date | null) => {
    await bench.db.updateTable('service_account_secrets').set({ retired_at }).execute();
    bench.clock.advanceSeconds(2);
  };
  const form = {
    grant_type: 'client_credentials',
    client_id: bench.clientId,
    client_secret: bench.clientSecret,
  };
  await retireAt(bench.clock.now());
  const answer = await send(form);
  await retireAt(null);
  expect([answer.status, answer.body['sub_code']]).toEqual([401, 'client_authentication_failed']);
  expect((await send(form)).status).toBe(200);
});

test('readJwks 200: keys and metadata may be kept for five minutes, tokens not at all', async () => {
  const cacheControl = async (path: string) => (await fetch(url + path)).headers.get('cache-control');
  expect(await cacheControl('/oauth2/jwks')).toBe('public, max-age=300');
  expect(await cacheControl('/.well-known/oauth-authorization-server')).toBe('public, max-age=300');
  const issued = await send({ grant_type: 'client_credentials' }, basic(bench.clientId, bench.clientSecret));
  expect(issued.headers.get('cache-control')).toBe('no-store');
  expect(issued.headers.get('pragma')).toBe('no-cache');
});
