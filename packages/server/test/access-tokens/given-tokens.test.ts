import { IntrospectionResponse } from '@titular/contract';
import {
  addAccount,
  addTenant,
  createManualClock,
  fetchToken,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit';
import * as oauth from 'oauth4webapi';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAssertion, refusedWith } from './assertions.ts';

let service: TestService;
let tenant: TestTenant;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  tenant = await addTenant(service);
});
afterAll(() => service.close());

const send = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/oauth2/${path}`, { method: 'POST', headers, body: new URLSearchParams(form) });

const asClient = (holder: Pick<TestTenant, 'clientId' | 'clientSecret'> = tenant) => ({
  client_id: holder.clientId,
  client_secret: holder.clientSecret,
});

async function introspect(token: string, holder: Pick<TestTenant, 'clientId' | 'clientSecret'> = tenant) {
  const response = await send('introspect', { ...asClient(holder), token });
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const body = await response.json();
  expect(Value.Check(IntrospectionResponse, body), JSON.stringify(body)).toBe(true);
  return body as IntrospectionResponse;
}

/** Tokens that are none of the client's own: each must look like any other. */
async function foreignTokens(): Promise<[string, string][]> {
  const other = await addTenant(service);
  const sibling = {
    ...tenant,
    ...(await addAccount(service, tenant.tenantId, `s-${crypto.randomUUID()}`, ['transactions:read'])),
  };
  const own = await fetchToken(service, tenant);
  return [
    ["another tenant's", await fetchToken(service, other)],
    ['of another account of the tenant', await fetchToken(service, sibling)],
    ['nonsense', 'nonsense'],
    ['altered', `${own.slice(0, -4)}AAAA`],
    ['an assertion', newAssertion(service, tenant)],
    ['far too long', 'x'.repeat(20_000)],
  ];
}

describe('introspection (R16)', () => {
  test('introspectToken 200: tells an account all of its own token (RFC 7662 section 2.2)', async () => {
    const told = await introspect(await fetchToken(service, tenant));
    const issuer = service.config.publicUrl;
    expect(told).toMatchObject({
      active: true,
      client_id: tenant.clientId,
      token_type: 'Bearer',
      sub: `${tenant.account}@${tenant.tenantId}`,
      iss: issuer,
      aud: `${issuer}/api/public/v1`,
    });
    expect((told.exp ?? 0) - (told.iat ?? 0)).toBe(3600);
  });

  test('introspectToken 200: of any other token it says that it is not active, and nothing else', async () => {
    for (const [what, token] of await foreignTokens())
      expect(await introspect(token), what).toEqual({ active: false });
  });

  test('introspectToken 200: of its own token too once it has expired or was revoked', async () => {
    const token = await fetchToken(service, tenant);
    await send('revoke', { ...asClient(), token });
    expect(await introspect(token)).toEqual({ active: false });
    const old = await fetchToken(service, tenant);
    clock.advanceSeconds(3600);
    expect(await introspect(old)).toEqual({ active: false });
  });

  test('introspectToken 200: is understood by a client library, with each way to authenticate', async () => {
    const issuer = new URL(service.config.publicUrl);
    const http = { [oauth.allowInsecureRequests]: true };
    const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...http });
    const server = await oauth.processDiscoveryResponse(issuer, discovered);
    const token = await fetchToken(service, tenant);
    const client: oauth.Client = { client_id: tenant.clientId };
    for (const authenticate of [
      oauth.ClientSecretBasic(tenant.clientSecret),
      oauth.ClientSecretPost(tenant.clientSecret),
    ]) {
      const response = await oauth.introspectionRequest(server, client, authenticate, token, http);
      expect((await oauth.processIntrospectionResponse(server, client, response)).active).toBe(true);
    }
    const response = await oauth.revocationRequest(
      server,
      client,
      oauth.ClientSecretBasic(tenant.clientSecret),
      token,
      http,
    );
    await oauth.processRevocationResponse(response);
    expect(await introspect(token)).toEqual({ active: false });
  });
});

describe('revocation (R16)', () => {
  const readSomething = (token: string) =>
    fetch(`${service.url}/api/public/v1/walletid/transactions/${crypto.randomUUID()}`, {
      headers: { authorization: `Bearer ${token}` },
    });

  test('revokeToken 200: the API refuses the token within 5 seconds, and no other (RFC 7009)', async () => {
    const [token, kept] = [await fetchToken(service, tenant), await fetchToken(service, tenant)];
    expect((await readSomething(token)).status).toBe(404);
    const answer = await send('revoke', { ...asClient(), token });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    clock.advanceSeconds(5);
    expect((await readSomething(token)).status).toBe(403);
    expect((await readSomething(kept)).status).toBe(404);
  });

  test('revokeToken 200: once more, with any hint, changes nothing', async () => {
    const token = await fetchToken(service, tenant);
    for (const hint of ['access_token', 'refresh_token', 'nonsense']) {
      expect((await send('revoke', { ...asClient(), token, token_type_hint: hint })).status).toBe(200);
    }
  });

  test("revokeToken 200: what is not the client's own token is answered alike, and goes on working (R17)", async () => {
    for (const [what, token] of await foreignTokens()) {
      const answer = await send('revoke', { ...asClient(), token });
      expect([answer.status, await answer.text()], what).toEqual([200, '']);
    }
    const other = await addTenant(service);
    const theirs = await fetchToken(service, other);
    await send('revoke', { ...asClient(), token: theirs });
    clock.advanceSeconds(5);
    expect((await readSomething(theirs)).status).toBe(404);
    expect((await introspect(theirs, other)).active).toBe(true);
  });
});

const clientRoutes = [
  ['revokeToken', 'revoke'],
  ['introspectToken', 'introspect'],
] as const;

test.each(clientRoutes)(
  '%s 401: nobody is told anything without client authentication (R3)',
  async (_operationId, path) => {
    const token = await fetchToken(service, tenant);
    expect(await refusedWith(await send(path, { token }))).toEqual([401, 'client_authentication_missing']);
    const wrong = { client_id: tenant.clientId, client_secret: 'wrong' };
    expect(await refusedWith(await send(path, { ...wrong, token }))).toEqual([
      401,
      'client_authentication_failed',
    ]);
  },
);

test.each(clientRoutes)(
  '%s 400: a request without a token, or named for another client, is refused',
  async (_operationId, path) => {
    expect(await refusedWith(await send(path, asClient()))).toEqual([400, 'missing_parameter']);
    const authorization = `Basic ${btoa(`${tenant.clientId}:${tenant.clientSecret}`)}`;
    const mismatch = await send(path, { client_id: 'tcl_other', token: 'x' }, { authorization });
    expect(await refusedWith(mismatch)).toEqual([400, 'client_mismatch']);
  },
);

test.each(clientRoutes)(
  '%s 401: an assertion that authenticates the client is used once, and not by a request refused for anything else (R6)',
  async (_operationId, path) => {
    const now = Math.floor(clock.now().getTime() / 1000);
    const claims = { iss: tenant.clientId, sub: tenant.clientId, iat: now, exp: now + 60 };
    const form = {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: newAssertion(service, tenant, claims),
    };
    expect(await refusedWith(await send(path, form))).toEqual([400, 'missing_parameter']);
    expect((await send(path, { ...form, token: 'x' })).status).toBe(200);
    expect(await refusedWith(await send(path, { ...form, token: 'x' }))).toEqual([401, 'assertion_reused']);
  },
);

test.each([...clientRoutes, ['issueToken', 'token']] as const)(
  '%s 429: who fails again and again is slowed, and right credentials still pass (R14)',
  async (_operationId, path) => {
    const strict = await startTestService({ env: { TITULAR_FAILED_AUTHENTICATIONS: '2' } });
    try {
      const holder = await addTenant(strict);
      const ask = (clientSecret: string) =>
        fetch(`${strict.url}/oauth2/${path}`, {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: 'client_credentials',
            token: 'x',
            client_id: holder.clientId,
            client_secret: clientSecret,
          }),
        });
      const statuses = [];
      for (let round = 0; round < 2; round += 1) statuses.push((await ask('wrong')).status);
      expect(statuses).toEqual([401, 401]);
      const third = await ask('wrong');
      expect(third.headers.get('retry-after')).toMatch(/^[1-9][0-9]*$/);
      expect(await refusedWith(third)).toEqual([429, 'account_locked']);
      expect((await ask(holder.clientSecret)).status).toBe(200);
    } finally {
      await strict.close();
    }
  },
);

test('issueToken 400: two Authorization headers are refused, whichever of them is right (R2)', async () => {
  const right = `Basic ${btoa(`${tenant.clientId}:${tenant.clientSecret}`)}`;
  const { request } = await import('node:http');
  const status = await new Promise<number>((resolve, reject) => {
    const sent = request(`${service.url}/oauth2/token`, { method: 'POST' }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.setHeader('authorization', [right, right] as never);
    sent.setHeader('content-type', 'application/x-www-form-urlencoded');
    sent.end('grant_type=client_credentials');
  });
  expect(status).toBe(400);
});
