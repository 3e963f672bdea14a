import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { TokenResponse } from '@titular/contract';
import { oauthErrorCatalogue, TokenErrorResponse, type TokenSubCode } from '@titular/contract';
import { insertAccountKey } from '@titular/server/access-tokens/accounts/account-key-store.ts';
import type { TestService, TestTenant } from '@titular/test-kit';
import { exportJWK } from 'jose';
import { Value } from 'typebox/value';
import { expect } from 'vitest';

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** Algorithms an account's key may be registered for. */
export type Algorithm = 'ES256' | 'EdDSA' | 'PS256' | 'RS256';

/** A key as its account holds it. */
export type HeldKey = { keyId: string; algorithm: Algorithm; privateKey: KeyObject; publicKey?: KeyObject };

/** The claims of a sound assertion, made now. */
export function soundClaims(
  service: TestService,
  tenant: TestTenant,
  nowSeconds = Math.floor(Date.now() / 1000),
) {
  const issuer = service.config.publicUrl;
  const iss = `${tenant.account}@${tenant.tenantId}.${new URL(issuer).host}`;
  return {
    iss,
    sub: iss,
    aud: issuer as unknown,
    iat: nowSeconds,
    exp: nowSeconds + 300,
    jti: crypto.randomUUID(),
  };
}

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

const SIGNERS: Record<Algorithm, (input: Buffer, key: KeyObject) => Buffer> = {
  ES256: (input, key) => sign('sha256', input, { key, dsaEncoding: 'ieee-p1363' }),
  EdDSA: (input, key) => sign(null, input, key),
  PS256: (input, key) => sign('sha256', input, { key, padding: 6, saltLength: 32 }),
  RS256: (input, key) => sign('sha256', input, key),
};

/** Signs anything with node alone, so that tests can make what a library refuses to; texts are taken as they are. */
export function signJws(header: unknown, payload: unknown, key: HeldKey): string {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${SIGNERS[key.algorithm](Buffer.from(input), key.privateKey).toString('base64url')}`;
}

/** The key that the tenant's account was registered with. */
export const ownKey = (tenant: TestTenant): HeldKey => ({
  keyId: tenant.keyId,
  algorithm: 'ES256',
  privateKey: createPrivateKey(tenant.privateKeyPem),
});

/** A sound assertion, with changes to claims (undefined removes one) and header. */
export function newAssertion(
  service: TestService,
  tenant: TestTenant,
  claims: object = {},
  header: object = {},
): string {
  const key = ownKey(tenant);
  return signJws(
    { alg: 'ES256', kid: key.keyId, ...header },
    { ...soundClaims(service, tenant), ...claims },
    key,
  );
}

const PAIRS: Record<Algorithm, () => { privateKey: KeyObject; publicKey: KeyObject }> = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
  PS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

/** Registers one more key of the account. */
export async function addKey(
  service: TestService,
  tenant: TestTenant,
  algorithm: Algorithm,
): Promise<HeldKey> {
  const pair = PAIRS[algorithm]();
  const keyId = `key-${crypto.randomUUID()}`;
  const publicJwk = await exportJWK(pair.publicKey);
  const { db } = service.service.database;
  await insertAccountKey(db, tenant.tenantId, tenant.account, { keyId, algorithm, publicJwk });
  return { keyId, algorithm, ...pair };
}

/** Sends a form to the token endpoint. */
export const sendForm = (
  service: TestService,
  form: Record<string, string> | string,
  headers: Record<string, string> = {},
) =>
  fetch(`${service.url}/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
  });

/** Presents an assertion as the grant. */
export const present = (service: TestService, assertion: string, more: Record<string, string> = {}) =>
  sendForm(service, { grant_type: GRANT, assertion, ...more });

/** Holds an answer against the documented shape of errors and gives status and sub-code (RFC 6749 section 5.2). */
export async function refusedWith(response: Response): Promise<[status: number, subCode: string]> {
  const body = (await response.json()) as TokenErrorResponse;
  expect(Value.Check(TokenErrorResponse, body), JSON.stringify(body)).toBe(true);
  expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  expect(oauthErrorCatalogue).toHaveProperty(body.sub_code);
  expect(response.headers.get('cache-control')).toContain('no-store');
  return [response.status, body.sub_code as TokenSubCode];
}

/** The token of a successful answer. */
export async function grantedWith(response: Response): Promise<TokenResponse> {
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text) as TokenResponse;
}
