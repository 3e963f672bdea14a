import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { JWT_BEARER_CLIENT_ASSERTION, JWT_BEARER_GRANT } from '@titular/contract';
import { addTenant, startTestService, type TestService, type TestTenant } from '@titular/test-kit';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newAssertion, refusedWith, sendForm, soundClaims } from './assertions.ts';

const STRANGER_KEY_ID = 'stranger';

let service: TestService;
let tenant: TestTenant;
let listener: Server;
let url: string;
let connections = 0;
let strangerKey: CryptoKey;
let strangerJwk: JWK;

// Whoever asks the listener for keys gets the one the stranger signs with, so that asking would also mean granting.
beforeAll(async () => {
  const pair = await generateKeyPair('ES256', { extractable: true });
  strangerKey = pair.privateKey;
  strangerJwk = { ...(await exportJWK(pair.publicKey)), kid: STRANGER_KEY_ID, alg: 'ES256', use: 'sig' };
  listener = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [strangerJwk] }));
  });
  listener.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  service = await startTestService();
  tenant = await addTenant(service);
});
afterEach(() => expect(connections).toBe(0));
// Counted once more when the service has stopped, so that nothing late is missed; then one connection shows that the count counts.
afterAll(async () => {
  await service.close();
  const beforeControl = connections;
  await (await fetch(url)).arrayBuffer();
  await new Promise((resolve) => {
    listener.close(resolve);
    listener.closeAllConnections();
  });
  expect([beforeControl, connections]).toEqual([0, 1]);
});

type Change = { header?: object; claims?: object };

const CHANGES: [what: string, change: () => Change][] = [
  ['jku', () => ({ header: { jku: `${url}/keys` } })],
  ['jku and the kid of the key there', () => ({ header: { jku: `${url}/keys`, kid: STRANGER_KEY_ID } })],
  ['jku marked as critical', () => ({ header: { jku: `${url}/keys`, crit: ['jku'] } })],
  ['x5u', () => ({ header: { x5u: `${url}/certificates` } })],
  ['jwk', () => ({ header: { jwk: strangerJwk } })],
  ['jwk that points on', () => ({ header: { jwk: { ...strangerJwk, x5u: `${url}/certificates` } } })],
  ['x5c', () => ({ header: { x5c: [Buffer.from(`${url}/certificates`).toString('base64')] } })],
  ['kid as URL', () => ({ header: { kid: `${url}/keys` } })],
  ['kid as URL with a fragment', () => ({ header: { kid: `${url}/keys#${STRANGER_KEY_ID}` } })],
  ['kid as address without scheme', () => ({ header: { kid: `${url.replace('http:', '')}/keys` } })],
  ['iss in the header', () => ({ header: { iss: url } })],
  ['iss as URL', () => ({ claims: { iss: url, sub: url } })],
  [
    'iss of that domain',
    () => ({ claims: { iss: `shop@${tenant.tenantId}.${url.replace('http://', '')}` } }),
  ],
  ['aud as URL', () => ({ claims: { aud: `${url}/oauth2/token` } })],
];
const newUnreadClaims = () => ({ jku: `${url}/keys`, cnf: { jku: `${url}/keys` }, x5u: `${url}/keys` });

const signAsStranger = ({ header = {}, claims = {} }: Change): Promise<string> =>
  new SignJWT({ ...soundClaims(service, tenant), aud: service.config.publicUrl, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: tenant.keyId, ...header })
    .sign(strangerKey, { crit: { jku: true } });

const presentAsGrant = (assertion: string) => sendForm(service, { grant_type: JWT_BEARER_GRANT, assertion });

const presentAsClient = (assertion: string) =>
  sendForm(service, {
    grant_type: 'client_credentials',
    client_assertion_type: JWT_BEARER_CLIENT_ASSERTION,
    client_assertion: assertion,
  });

const presentAsAccessToken = (token: string) =>
  fetch(`${service.url}/api/public/v1/walletid/transactions/${crypto.randomUUID()}`, {
    headers: { authorization: `Bearer ${token}` },
  });

test.each(CHANGES)(
  'issueToken 400: an assertion of a stranger with %s has nothing fetched (R7)',
  async (_what, change) => {
    const [status] = await refusedWith(await presentAsGrant(await signAsStranger(change())));
    expect(status).toBe(400);
  },
);

test.each(CHANGES)(
  'issueToken 400: nor has one that its account signed itself with %s (R7)',
  async (_what, change) => {
    const { header = {}, claims = {} } = change();
    const [status] = await refusedWith(await presentAsGrant(newAssertion(service, tenant, claims, header)));
    expect(status).toBe(400);
  },
);

test('issueToken 200: addresses among the claims of a sound assertion are nothing but text (R7)', async () => {
  const claims = newUnreadClaims();
  const granted = await presentAsGrant(newAssertion(service, tenant, claims));
  await granted.arrayBuffer();
  expect(granted.status).toBe(200);
  const forged = await presentAsGrant(await signAsStranger({ claims }));
  expect(await refusedWith(forged)).toEqual([400, 'bad_signature']);
});

test.each(CHANGES)('issueToken 401: nor has a client assertion with %s (R7)', async (_what, change) => {
  const [status] = await refusedWith(await presentAsClient(await signAsStranger(change())));
  expect(status).toBe(401);
});

test.each(CHANGES)('readTransaction 403: nor has an access token with %s (R7)', async (_what, change) => {
  const { header = {}, claims = {} } = change();
  const ownClaims = { aud: `${service.config.publicUrl}/api/public/v1`, iss: service.config.publicUrl };
  const token = await signAsStranger({
    header: { typ: 'at+jwt', ...header },
    claims: { ...ownClaims, ...claims },
  });
  const response = await presentAsAccessToken(token);
  await response.arrayBuffer();
  expect(response.status).toBe(403);
});
