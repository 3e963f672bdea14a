import { connect } from 'node:net';
import type { Route } from '@titular/server/kernel/http/route.ts';
import { routeTable } from '@titular/server/modules.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ids, matrix } from '../../authorisation/matrix.ts';
import { openCamera } from '../../captures/phone.ts';
import { startProcess } from '../../processes/process-fixture.ts';
import { type Merchant, newMerchant } from '../../transactions/api.ts';

const routes = routeTable({} as never);
const JSON_TYPE = 'application/json; charset=utf-8';
const HSTS = 'max-age=31536000; includeSubDomains';

const SCRIPT = 'text/javascript; charset=utf-8';

const NO_CONTENT = "default-src 'none'; frame-ancestors 'none'";

/** What answers other methods in the shape of OAuth (C20). */
const OF_OAUTH = ['/oauth2/token', '/oauth2/revoke', '/oauth2/introspect'];

/** What differs from `no-store` JSON when the answer is 200; what is for any page may be read by pages of other origins. */
const OF_ITS_OWN: Readonly<Record<string, { type?: string; cache?: string; forAnyPage?: true }>> = {
  readSdkFile: { type: SCRIPT, cache: 'public, max-age=300', forAnyPage: true },
  readCompatibleScript: { type: SCRIPT, cache: 'public, max-age=300', forAnyPage: true },
  readCompatibleStyle: { type: 'text/css; charset=utf-8', cache: 'public, max-age=300', forAnyPage: true },
  readJwks: { cache: 'public, max-age=300' },
  readAuthorizationServerMetadata: { cache: 'public, max-age=300' },
  readFrontPage: { type: 'text/html; charset=utf-8' },
  readReference: { type: 'text/html; charset=utf-8' },
  openTry: { type: 'text/html; charset=utf-8' },
  readTryScript: { type: SCRIPT },
  readLlmsText: { type: 'text/plain; charset=utf-8' },
  openLink: { type: 'text/html; charset=utf-8' },
  openFrame: { type: 'text/html; charset=utf-8' },
  openBySdk: { forAnyPage: true },
  openPreview: { type: 'text/html; charset=utf-8' },
  openPage: { type: 'text/html; charset=utf-8' },
  readPageAsset: { type: SCRIPT, cache: 'public, max-age=31536000, immutable' },
};

/** What the samples of the matrix lead to instead of 200. */
const WITHOUT_200: Readonly<Record<string, readonly number[]>> = {
  issueTokenByGet: [400],
  openSession: [403],
  openBySdk: [403],
  renewSession: [200, 403],
  raiseObjection: [200, 400],
  requestErasure: [200, 400],
  readLateLink: [403],
  requestNewLink: [403],
  createHandOver: [200, 400],
  renewLink: [200, 400],
  stepTransaction: [200, 400],
  renewProcessLink: [200, 400],
  readProcessSelfie: [404],
  cancelTransaction: [200, 400],
  answerConsent: [400],
  startAttempt: [400],
  submitFrame: [400],
  createFaceReference: [400],
  readFaceReference: [404],
  readReferencePhotograph: [404],
  deleteFaceReference: [404],
  resendEvent: [400],
  readReceipt: [400],
  readEvidence: [400],
  readCaptureImage: [404],
  receivePlatformEvent: [403],
  readErasure: [404],
  readEvent: [404],
  resendEventById: [404],
  listDeliveries: [404],
  readBacklog: [404],
  resendFailed: [404],
  readDelivery: [404],
  resendDelivery: [404],
  stateIdentity: [400],
  readLogo: [404],
  readReferenceChapter: [404],
  // Of no https address: there the page is off unless an operator has it on.
  ...{ openTry: [200, 404], readTryScript: [200, 404], readTryCodes: [200, 404], readTryOperation: [404] },
};

/** Everything that an answer may carry; what is not here tells too much. */
const KNOWN = [
  ...['allow', 'link'],
  ...['cache-control', 'connection', 'content-length', 'content-type', 'date', 'keep-alive', 'pragma'],
  ...['ratelimit-limit', 'ratelimit-policy', 'ratelimit-remaining', 'ratelimit-reset'],
  ...['referrer-policy', 'retry-after'],
  ...[
    'set-cookie',
    'strict-transport-security',
    'www-authenticate',
    'x-content-type-options',
    'x-request-id',
  ],
  ...['content-security-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy'],
  ...['permissions-policy', 'x-frame-options'],
  ...['access-control-allow-origin', 'cross-origin-embedder-policy'],
  ...['content-encoding', 'content-language', 'vary'],
];

type House = { service: TestService; merchant: Merchant; ids: Ids; cookie: string; script: string };

async function openHouse(env: Record<string, string>): Promise<House> {
  const service = await startTestService({ env });
  const merchant = await newMerchant(service);
  const { id, attempt, phone } = await openCamera(service, merchant);
  const wanted = { company: merchant.tenant.companyId, url: 'https://shop.example/webhooks' };
  const endpoint = await merchant.call('createWebhookEndpoint', { body: wanted });
  const ids = {
    transaction: id,
    company: merchant.tenant.companyId,
    attempt: attempt.attemptId,
    erasure: crypto.randomUUID(),
    process: (await startProcess(merchant)).id,
    endpoint: String(endpoint.body['id']),
    spareEndpoint: crypto.randomUUID(),
    event: crypto.randomUUID(),
    delivery: crypto.randomUUID(),
    reference: crypto.randomUUID(),
    spareReference: crypto.randomUUID(),
  };
  const page = await (await fetch(`${service.url}/capture/`)).text();
  const script = /\/capture\/assets\/([\w.-]+\.js)/.exec(page)?.[1] ?? '';
  return { service, merchant, ids, cookie: phone.cookie ?? '', script };
}

let plain: House;
let secure: House;
beforeAll(async () => {
  [plain, secure] = await Promise.all([
    openHouse({}),
    openHouse({ TITULAR_PUBLIC_URL: 'https://pay.example' }),
  ]);
});
afterAll(() => Promise.all([plain.service.close(), secure.service.close()]));

function addressOf(house: House, path: string): string {
  const { ids, service, script } = house;
  return (
    service.url +
    path
      .replace(':transaction_id', ids.transaction)
      .replace(':tenant_id', house.merchant.tenant.tenantId)
      .replace(':company_id', ids.company)
      .replace(':attempt_id', ids.attempt)
      .replace(':erasure_id', ids.erasure)
      .replace(':process_id', ids.process)
      .replace(':endpoint_id', ids.endpoint)
      .replace(':reference_id', ids.reference)
      .replace(':event_id', ids.event)
      .replace(':delivery_id', ids.delivery)
      .replace(':position', '0')
      .replace(':step', '0')
      .replace(':code', 'x'.repeat(32))
      .replace('/sdk/:name', '/sdk/titular.js')
      .replace(':name', script)
  );
}

function entitled(house: House, route: Route): Record<string, string> {
  const { clientId, clientSecret } = house.merchant.tenant;
  const proof = matrix[route.operationId]?.proof;
  if (proof === 'access token') return { authorization: `Bearer ${house.merchant.token}` };
  if (proof === 'client') return { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` };
  return proof === 'page session' ? { cookie: house.cookie } : {};
}

async function call(house: House, route: Route, headers: Record<string, string>): Promise<Response> {
  const { send, query = '' } = matrix[route.operationId] ?? {};
  const { body, type } = send?.(house.ids) ?? {};
  const response = await fetch(addressOf(house, route.path) + query, {
    method: route.method,
    headers: { ...headers, ...(type ? { 'content-type': type } : {}) },
    ...(body === undefined ? {} : { body }),
  });
  await response.arrayBuffer();
  return response;
}

function expectHeaders(
  house: House,
  { status, headers }: Response,
  own: (typeof OF_ITS_OWN)[string] = {},
): void {
  const { type = JSON_TYPE, cache = 'no-store' } = status === 200 ? own : {};
  expect(headers.get('access-control-allow-origin')).toBe(own.forAnyPage && status !== 404 ? '*' : null);
  expect(headers.get('content-type')).toBe(type);
  expect(headers.get('cache-control')).toBe(cache);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  if (type.startsWith('text/html'))
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
  else expect(headers.get('content-security-policy'), 'A-26').toBe(NO_CONTENT);
  expect(headers.get('strict-transport-security')).toBe(house === secure ? HSTS : null);
  expect([...headers.keys()].filter((name) => !KNOWN.includes(name))).toEqual([]);
}

const houses: [string, () => House][] = [
  ['an http address, where HSTS has no place', () => plain],
  ['an https address, with HSTS', () => secure],
];

describe.each(houses)('at %s (R39)', (_which, houseOf) => {
  test.each(routes.map((route) => [route.operationId, route] as const))(
    '%s says what it sends and keeps it from sniffing and caching, to whom it serves and to whom it refuses',
    async (operationId, route) => {
      const house = houseOf();
      const own = OF_ITS_OWN[operationId];
      const served = await call(house, route, entitled(house, route));
      expect([200, ...(WITHOUT_200[operationId] ?? [])]).toContain(served.status);
      expectHeaders(house, served, own);
      expectHeaders(house, await call(house, route, { authorization: 'x', cookie: 'x' }), own);
    },
  );

  test.each(routes.map((route) => [route.operationId, route] as const))(
    '%s is open to no other origin, asked before or not',
    async (operationId, route) => {
      const house = houseOf();
      const origin = { origin: 'https://evil.example' };
      const before = await fetch(addressOf(house, route.path), {
        method: 'OPTIONS',
        headers: {
          ...origin,
          'access-control-request-method': route.method,
          'access-control-request-headers': 'authorization',
        },
      });
      const missing = OF_OAUTH.includes(route.path)
        ? [400, { error: 'invalid_request', sub_code: 'wrong_method' }]
        : [404, { code: '40400' }];
      expect([before.status, await before.json()]).toMatchObject(missing);
      expectHeaders(house, before);
      const plainly = await call(house, route, { ...entitled(house, route), ...origin });
      expectHeaders(house, plainly, OF_ITS_OWN[operationId]);
    },
  );

  test.each([...OF_OAUTH, '/nothing', '/healthz'])(
    '%s by any method that it does not have is refused in its own shape (C20)',
    async (path) => {
      const house = houseOf();
      for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const response = await fetch(`${house.service.url}${path}?a=b`, { method });
        const body = await response.json();
        const missing = OF_OAUTH.includes(path)
          ? [400, { error: 'invalid_request', sub_code: 'wrong_method' }]
          : [404, { code: '40400' }];
        expect([response.status, body], method).toMatchObject(missing);
        expectHeaders(house, response);
      }
    },
  );

  test('what the parser refuses has the headers of every answer (A-26)', async () => {
    const house = houseOf();
    const socket = connect(Number(new URL(house.service.url).port), '127.0.0.1');
    socket.end('GET /healthz HTTP/9.9\r\nhost: x\r\n\r\n');
    const text = (await socket.toArray()).join('');
    const [, ...lines] = text.split('\r\n\r\n')[0]?.split('\r\n') ?? [];
    const headers = new Headers(lines.map((line) => line.split(/: /, 2) as [string, string]));
    expectHeaders(house, new Response(null, { status: 400, headers }));
    expect(text.startsWith('HTTP/1.1 400 ')).toBe(true);
  });

  test.each(['/nothing', '/%ff', '/capture/assets/missing.js'])(
    '%s, which is nothing, is no different',
    async (path) => {
      const house = houseOf();
      const response = await fetch(house.service.url + path);
      expect(response.status).toBe(404);
      expectHeaders(house, response);
    },
  );
});
