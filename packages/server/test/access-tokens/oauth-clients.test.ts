import { ASSERTION_ALGORITHMS, type AssertionAlgorithm, JWT_BEARER_GRANT } from '@titular/contract';
import { registerPublicKey } from '@titular/server/access-tokens/accounts/register-public-key.ts';
import {
  addTenant,
  newTransactionBody,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { ClientCredentials } from 'simple-oauth2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { soundClaims } from './assertions.ts';

type OwnKey = { keyId: string; algorithm: AssertionAlgorithm; privateKey: CryptoKey };
type Answer = Record<string, unknown> & { access_token: string };
type Way = 'HTTP Basic' | 'the body' | OwnKey;

/** What a merchant does with a client library: only the ways in which the libraries differ stand here. */
type Library = {
  name: string;
  discover(): Promise<object>;
  grantToClient(way: Way, secret?: string): Promise<Answer>;
  grantToAssertion(assertion: string): Promise<Answer>;
};

let service: TestService;
let tenant: TestTenant;
const ownKeys = new Map<AssertionAlgorithm, OwnKey>();

async function addOwnKey(algorithm: AssertionAlgorithm): Promise<OwnKey> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const { tenantId, account } = tenant;
  const key = { ...(await exportJWK(publicKey)) };
  const registration = { tenantId, account, algorithm, key };
  const outcome = await registerPublicKey(service.service.database.db, registration);
  if (outcome.kind === 'refused') throw new Error(`${algorithm}: ${outcome.reason}`);
  return { keyId: outcome.keyId, algorithm, privateKey };
}

function keyOf(algorithm: AssertionAlgorithm): OwnKey {
  const key = ownKeys.get(algorithm);
  if (!key) throw new Error(`no ${algorithm} key`);
  return key;
}

const newAssertion = ({ keyId, algorithm, privateKey }: OwnKey): Promise<string> =>
  new SignJWT({ ...soundClaims(service, tenant), aud: service.config.publicUrl })
    .setProtectedHeader({ alg: algorithm, kid: keyId })
    .sign(privateKey);

/** Creates a transaction with the token and gives the status of the answer. */
async function useToken(token: string): Promise<number> {
  const response = await fetch(`${service.url}/api/public/v1/walletid/transaction`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(newTransactionBody(tenant.companyId)),
  });
  await response.arrayBuffer();
  return response.status;
}

beforeAll(async () => {
  service = await startTestService();
  tenant = await addTenant(service);
  for (const algorithm of ASSERTION_ALGORITHMS) ownKeys.set(algorithm, await addOwnKey(algorithm));
});
afterAll(() => service.close());

const insecure = { [oauth.allowInsecureRequests]: true };

function authenticationBy(library: typeof oauth | typeof openid, way: Way, secret: string): oauth.ClientAuth {
  if (way === 'HTTP Basic') return library.ClientSecretBasic(secret);
  if (way === 'the body') return library.ClientSecretPost(secret);
  return library.PrivateKeyJwt({ key: way.privateKey, kid: way.keyId });
}

async function discoverByOauth4webapi(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(service.config.publicUrl);
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  return oauth.processDiscoveryResponse(issuer, response);
}

const oauth4webapi: Library = {
  name: 'oauth4webapi',
  discover: discoverByOauth4webapi,
  grantToClient: async (way, secret = tenant.clientSecret) => {
    const server = await discoverByOauth4webapi();
    const client = { client_id: tenant.clientId };
    const authentication = authenticationBy(oauth, way, secret);
    const response = await oauth.clientCredentialsGrantRequest(server, client, authentication, {}, insecure);
    return oauth.processClientCredentialsResponse(server, client, response);
  },
  grantToAssertion: async (assertion) => {
    const server = await discoverByOauth4webapi();
    const client = { client_id: tenant.clientId };
    const parameters = { assertion };
    const none = oauth.None();
    const response = await oauth.genericTokenEndpointRequest(
      server,
      client,
      none,
      JWT_BEARER_GRANT,
      parameters,
      insecure,
    );
    return oauth.processGenericTokenEndpointResponse(server, client, response);
  },
};

const discoverByOpenidClient = (authentication: openid.ClientAuth): Promise<openid.Configuration> =>
  openid.discovery(new URL(service.config.publicUrl), tenant.clientId, {}, authentication, {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  });

const openidClient: Library = {
  name: 'openid-client',
  discover: async () => (await discoverByOpenidClient(openid.None())).serverMetadata(),
  grantToClient: async (way, secret = tenant.clientSecret) =>
    openid.clientCredentialsGrant(await discoverByOpenidClient(authenticationBy(openid, way, secret))),
  grantToAssertion: async (assertion) =>
    openid.genericGrantRequest(await discoverByOpenidClient(openid.None()), JWT_BEARER_GRANT, { assertion }),
};

describe.each([oauth4webapi, openidClient])('$name', (library) => {
  test('readAuthorizationServerMetadata 200: is discovered under its issuer (R16)', async () => {
    expect(await library.discover()).toMatchObject({
      issuer: service.config.publicUrl,
      token_endpoint: `${service.config.publicUrl}/oauth2/token`,
      jwks_uri: `${service.config.publicUrl}/oauth2/jwks`,
      token_endpoint_auth_methods_supported: expect.arrayContaining([
        'client_secret_basic',
        'client_secret_post',
        'private_key_jwt',
      ]),
      token_endpoint_auth_signing_alg_values_supported: expect.arrayContaining([...ASSERTION_ALGORITHMS]),
    });
  });

  test.each(['HTTP Basic', 'the body'] as const)(
    'issueToken 200: a client secret by %s gives a token that creates a transaction (R2)',
    async (way) => {
      const answer = await library.grantToClient(way);
      expect(answer).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
      expect(answer).not.toHaveProperty('refresh_token');
      expect(await useToken(answer.access_token)).toBe(200);
    },
  );

  test.each(ASSERTION_ALGORITHMS)(
    'issueToken 200: private_key_jwt by a registered %s key gives a token that creates a transaction (R2)',
    async (algorithm) => {
      const answer = await library.grantToClient(keyOf(algorithm));
      expect(answer).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
      expect(await useToken(answer.access_token)).toBe(200);
    },
  );

  test.each(ASSERTION_ALGORITHMS)(
    'issueToken 200: the jwt-bearer grant by a registered %s key gives a token that creates a transaction (R1)',
    async (algorithm) => {
      const answer = await library.grantToAssertion(await newAssertion(keyOf(algorithm)));
      expect(answer).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
      expect(answer).not.toHaveProperty('refresh_token');
      expect(await useToken(answer.access_token)).toBe(200);
    },
  );

  test.each(['HTTP Basic', 'the body'] as const)(
    'issueToken 401: a wrong secret by %s is the challenge the library expects, its body still to be read (R2)',
    async (way) => {
      const error = await library.grantToClient(way, 'tsk_wrong').catch((refusal: unknown) => refusal);
      if (!(error instanceof oauth.WWWAuthenticateChallengeError)) throw error;
      expect(error.status).toBe(401);
      expect(error.cause).toMatchObject([{ scheme: 'basic', parameters: { realm: 'titular' } }]);
      expect(await error.response.json()).toMatchObject({
        error: 'invalid_client',
        sub_code: 'client_authentication_failed',
      });
    },
  );

  test('issueToken 400: a used assertion is an error body the library reads (R1)', async () => {
    const assertion = await newAssertion(keyOf('ES256'));
    await library.grantToAssertion(assertion);
    const error = await library.grantToAssertion(assertion).catch((refusal: unknown) => refusal);
    if (!(error instanceof oauth.ResponseBodyError)) throw error;
    expect([error.status, error.error]).toEqual([400, 'invalid_grant']);
    expect(error.cause).toMatchObject({ sub_code: 'assertion_reused' });
    expect(error.error_description).toBeTruthy();
  });
});

describe('simple-oauth2', () => {
  const newClient = (authorizationMethod: 'header' | 'body', secret = tenant.clientSecret) =>
    new ClientCredentials({
      client: { id: tenant.clientId, secret },
      auth: {
        tokenHost: service.config.publicUrl,
        tokenPath: '/oauth2/token',
        revokePath: '/oauth2/revoke',
      },
      options: { authorizationMethod },
    });

  test.each(['header', 'body'] as const)(
    'issueToken 200: credentials in the %s give a token that creates a transaction (R2)',
    async (method) => {
      const accessToken = await newClient(method).getToken({ scope: ['transactions:write'] });
      expect(accessToken.token).toMatchObject({
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'transactions:write',
      });
      expect(accessToken.expired()).toBe(false);
      expect(await useToken(String(accessToken.token['access_token']))).toBe(200);
    },
  );

  test.each(['header', 'body'] as const)(
    'issueToken 401: a wrong secret in the %s is an error that holds the documented body (R2)',
    async (method) => {
      const refusal = newClient(method, 'tsk_wrong').getToken({});
      await expect(refusal).rejects.toMatchObject({
        isBoom: true,
        output: { statusCode: 401 },
        data: {
          isResponseError: true,
          headers: { 'www-authenticate': expect.stringMatching(/^Basic realm=/) },
          payload: {
            error: 'invalid_client',
            error_description: expect.any(String),
            sub_code: 'client_authentication_failed',
          },
        },
      });
    },
  );

  test.each(['header', 'body'] as const)(
    'revokeToken 200: a token is given back with credentials in the %s, and is refused then (C17)',
    async (method) => {
      const accessToken = await newClient(method).getToken({ scope: ['transactions:write'] });
      const token = String(accessToken.token['access_token']);
      await accessToken.revoke('access_token');
      expect(await useToken(token)).toBe(403);
    },
  );

  test('issueToken 400: a scope nobody allowed is an error that holds the documented body (R2)', async () => {
    await expect(newClient('header').getToken({ scope: 'everything' })).rejects.toMatchObject({
      output: { statusCode: 400 },
      data: { payload: { error: 'invalid_scope', sub_code: 'scope_not_allowed' } },
    });
  });
});
