import { SCOPES } from '@titular/contract';
import { addTenant, startTestService, type TestService, type TestTenant } from '@titular/test-kit';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Algorithm,
  addKey,
  grantedWith,
  newAssertion,
  present,
  sendForm,
  signJws,
  soundClaims,
} from './assertions.ts';

let service: TestService;
let tenant: TestTenant;
let server: oauth.AuthorizationServer;
const insecure = { [oauth.allowInsecureRequests]: true };

beforeAll(async () => {
  service = await startTestService();
  tenant = await addTenant(service);
  const issuer = new URL(service.config.publicUrl);
  server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
  );
});
afterAll(() => service.close());

test.each<Algorithm>(['ES256', 'EdDSA', 'PS256', 'RS256'])(
  'issueToken 200: an assertion signed with %s is exchanged by a certified client library (R1)',
  async (algorithm) => {
    const key = await addKey(service, tenant, algorithm);
    const assertion = signJws({ alg: algorithm, kid: key.keyId }, soundClaims(service, tenant), key);
    const client = { client_id: tenant.clientId };
    const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
    const response = await oauth.genericTokenEndpointRequest(
      server,
      client,
      oauth.None(),
      grant,
      { assertion },
      insecure,
    );
    expect(response.headers.get('cache-control')).toContain('no-store');
    const answer = await oauth.processGenericTokenEndpointResponse(server, client, response);
    expect(answer).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(answer).not.toHaveProperty('refresh_token');
  },
);

test('issueToken 200: a client authenticates by Basic, by body and by a signed assertion of its own (R2)', async () => {
  const client = { client_id: tenant.clientId };
  const key = await addKey(service, tenant, 'ES256');
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const jwk = key.privateKey.export({ format: 'jwk' });
  const cryptoKey = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign']);
  const ways = [
    oauth.ClientSecretBasic(tenant.clientSecret),
    oauth.ClientSecretPost(tenant.clientSecret),
    oauth.PrivateKeyJwt({ key: cryptoKey, kid: key.keyId }),
  ];
  for (const way of ways) {
    const response = await oauth.clientCredentialsGrantRequest(server, client, way, {}, insecure);
    const answer = await oauth.processClientCredentialsResponse(server, client, response);
    expect(answer.expires_in).toBe(3600);
  }
});

test('issueToken 200: the token is an ES256 JWT as RFC 9068 describes, verifiable with the published keys', async () => {
  const { access_token: token, scope } = await grantedWith(
    await present(service, newAssertion(service, tenant)),
  );
  expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
  const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(String(server.jwks_uri))), {
    issuer: service.config.publicUrl,
    audience: `${service.config.publicUrl}/api/public/v1`,
    typ: 'at+jwt',
  });
  expect(payload).toMatchObject({
    client_id: tenant.clientId,
    scope: SCOPES.join(' '),
  });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
  expect(payload.jti).toBeTruthy();
  expect(scope).toBe(SCOPES.join(' '));
});

test.each([
  ['the issuer', (url: string) => url],
  ['the token endpoint', (url: string) => `${url}/oauth2/token`],
  ['a list of the issuer alone', (url: string) => [url]],
])('issueToken 200: takes %s as the audience (R5)', async (_what, audience) => {
  const assertion = newAssertion(service, tenant, { aud: audience(service.config.publicUrl) });
  await grantedWith(await present(service, assertion));
});

test.each([
  ['the account in full', {}],
  ['its bare name', { sub: 'shop' }],
  [
    'a life of exactly an hour',
    { exp: Math.floor(Date.now() / 1000) + 3600, iat: Math.floor(Date.now() / 1000) },
  ],
  ['no jti', { jti: undefined }],
  ['every scope by a star', { scope: '*' }],
])('issueToken 200: takes an assertion with %s', async (_what, claims) => {
  await grantedWith(await present(service, newAssertion(service, tenant, claims)));
});

test('issueToken 200: a narrower scope is granted as asked', async () => {
  const answer = await grantedWith(
    await present(service, newAssertion(service, tenant, { scope: 'transactions:read' })),
  );
  expect(answer.scope).toBe('transactions:read');
  const form = {
    grant_type: 'client_credentials',
    client_id: tenant.clientId,
    client_secret: tenant.clientSecret,
  };
  expect((await grantedWith(await sendForm(service, { ...form, scope: 'transactions:write' }))).scope).toBe(
    'transactions:write',
  );
});

test('readJwks 200: publishes public halves only', async () => {
  const response = await fetch(`${service.url}/oauth2/jwks`);
  expect(response.status).toBe(200);
  const { keys } = (await response.json()) as { keys: object[] };
  expect(keys.length).toBeGreaterThanOrEqual(2);
  for (const key of keys)
    expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
});

test('readAuthorizationServerMetadata 200: tells grants and addresses (RFC 8414)', async () => {
  expect(server).toMatchObject({
    issuer: service.config.publicUrl,
    token_endpoint: `${service.config.publicUrl}/oauth2/token`,
    grant_types_supported: ['urn:ietf:params:oauth:grant-type:jwt-bearer', 'client_credentials'],
  });
  expect((await fetch(`${service.url}/.well-known/oauth-authorization-server`)).status).toBe(200);
});
