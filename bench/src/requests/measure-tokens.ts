import { loadSigningKeys } from '@titular/server/access-tokens/signing-keys/signing-keys.ts';
import { createAccessTokens } from '@titular/server/access-tokens/tokens/create-access-tokens.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { createLocalJWKSet, importPKCS8, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose';
import { startChild } from '../harness/child.ts';
import type { BenchTenant, Harness } from '../harness/harness.ts';
import { inTurn, medianTurn, TURNS } from '../harness/in-turn.ts';
import { type HttpResult, measureHttp } from '../harness/measure-http.ts';
import type { OidcSetting } from './serve-oidc.ts';

// Signed JWTs, and opaque tokens that it keeps.
type OtherResult = { signed: HttpResult; opaque: HttpResult };

/** Tokens issued over HTTP, beside another authorization server in the same run, and microseconds at the median to check a token. */
export type TokenResult = {
  bySecret: HttpResult;
  byAssertion: HttpResult;
  /** With clients and tokens in the same database as ours. */
  durable: OtherResult;
  /** With one client, written into its configuration, and all in memory. */
  inMemory: OtherResult;
  cachedCheckMicros: number;
  plainCheckMicros: number;
};

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const ASSERTIONS_A_SECOND = 10_000;
const SIGNING_BATCH = 500;
const WARM_SECONDS = 2;

/** Each assertion is good for one token, so a run needs as many as it can use up. */
async function signAssertions(url: string, tenant: BenchTenant, count: number): Promise<string[]> {
  const key = await importPKCS8(tenant.privateKeyPem, 'ES256');
  const iss = `${tenant.account}@${tenant.tenantId}.${new URL(url).host}`;
  const sign = (): Promise<string> =>
    new SignJWT({ iss, sub: iss, aud: url, jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'ES256', kid: tenant.keyId })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key);
  const assertions: string[] = [];
  while (assertions.length < count) {
    assertions.push(...(await Promise.all(Array.from({ length: SIGNING_BATCH }, sign))));
  }
  return assertions;
}

function measureForm(
  url: string,
  path: string,
  nextForm: () => Record<string, string>,
  seconds: number,
): Promise<HttpResult> {
  const next = () => ({ path, body: new URLSearchParams(nextForm()).toString(), headers: FORM });
  return measureHttp({ url, method: 'POST', next }, seconds);
}

type Measure = (seconds: number) => Promise<HttpResult>;
type Other = { signed: Measure; opaque: Measure; stop(): Promise<void> };

/** Starts the other authorization server, and warms it up: cold, it issues fewer. */
async function startOther(tenant: BenchTenant, databaseUrl?: string): Promise<Other> {
  const port = await findFreePort();
  const { clientId, clientSecret } = tenant;
  const setting: OidcSetting = { port, clientId, clientSecret, ...(databaseUrl ? { databaseUrl } : {}) };
  const other = await startChild('requests/serve-oidc.ts', JSON.stringify(setting));
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const url = `http://127.0.0.1:${port}`;
  const forJwt = () => ({ ...form, resource: 'urn:jwt' });
  await measureForm(url, '/token', forJwt, WARM_SECONDS);
  return {
    signed: (seconds) => measureForm(url, '/token', forJwt, seconds),
    opaque: (seconds) => measureForm(url, '/token', () => form, seconds),
    stop: other.stop,
  };
}

/** The turn whose rate is the median, with what failed in any. */
const ofTurns = (turns: readonly HttpResult[]): HttpResult => ({
  ...medianTurn(turns),
  failures: turns.reduce((sum, one) => sum + one.failures, 0),
});

const ROUNDS = 300;
const CALLS_A_ROUND = 100;

async function medianMicros(call: () => Promise<unknown>): Promise<number> {
  const means: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startNs = process.hrtime.bigint();
    for (let count = 0; count < CALLS_A_ROUND; count += 1) await call();
    means.push(Number(process.hrtime.bigint() - startNs) / CALLS_A_ROUND / 1000);
  }
  means.sort((a, b) => a - b);
  return means[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

async function measureChecks(harness: Harness, token: string) {
  const { db } = harness.database;
  const { masterKeys } = harness;
  const { verify } = createAccessTokens({
    db,
    signingKeys: await loadSigningKeys({ db, masterKeys, clock: systemClock }),
    clock: systemClock,
    log: createLog('error'),
    issuer: harness.url,
    environment: 'test',
    failedAuthentications: 10,
  });
  const check = await verify(token, '127.0.0.1');
  if (check.kind !== 'valid') throw new Error('the token to be checked is not valid');
  const response = await fetch(`${harness.url}/oauth2/jwks`);
  const keys = createLocalJWKSet((await response.json()) as JSONWebKeySet);
  return {
    plainCheckMicros: await medianMicros(() => jwtVerify(token, keys)),
    cachedCheckMicros: await medianMicros(() => verify(token, '127.0.0.1')),
  };
}

/** Measures issuing, the other server and ours in turn, and checking. */
export async function measureTokens(harness: Harness, seconds: number): Promise<TokenResult> {
  const [tenant] = harness.tenants;
  if (!tenant) throw new Error('the bench needs a tenant');
  const { clientId, clientSecret } = tenant;
  const assertions = await signAssertions(
    harness.url,
    tenant,
    (seconds + WARM_SECONDS) * ASSERTIONS_A_SECOND,
  );
  const secretForm = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const assertionForm = () => ({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: assertions.pop() ?? '',
  });
  const ours = (nextForm: () => Record<string, string>) => (length: number) =>
    measureForm(harness.url, '/oauth2/token', nextForm, length);
  for (const form of [() => secretForm, assertionForm]) await ours(form)(WARM_SECONDS);
  const durable = await startOther(tenant, harness.connectionString);
  const inMemory = await startOther(tenant);
  const each = seconds / TURNS;
  const turns = await inTurn({
    durableSigned: () => durable.signed(each),
    bySecret: () => ours(() => secretForm)(each),
    byAssertion: () => ours(assertionForm)(each),
    durableOpaque: () => durable.opaque(each),
    memorySigned: () => inMemory.signed(each),
    memoryOpaque: () => inMemory.opaque(each),
  });
  await Promise.all([durable.stop(), inMemory.stop()]);
  return {
    ...{ bySecret: ofTurns(turns.bySecret), byAssertion: ofTurns(turns.byAssertion) },
    durable: { signed: ofTurns(turns.durableSigned), opaque: ofTurns(turns.durableOpaque) },
    inMemory: { signed: ofTurns(turns.memorySigned), opaque: ofTurns(turns.memoryOpaque) },
    ...(await measureChecks(harness, tenant.token)),
  };
}
