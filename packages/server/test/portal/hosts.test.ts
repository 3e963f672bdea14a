import { isBusy, PORTAL_POOL } from '@titular/server/kernel/http/portal/portal-database.ts';
import type { Route } from '@titular/server/kernel/http/route.ts';
import { portalRouteTable, routeTable } from '@titular/server/modules.ts';
import { addMember, openBrowser, portalUrlOf } from '@titular/test-kit/portal/people.ts';
import { openPortalBrowser } from '@titular/test-kit/portal/portal-browser.ts';
import {
  addTenant,
  fetchToken,
  startTestService,
  type TestService,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf } from './portal-calls.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

const PAGE_HEADERS = {
  'sec-fetch-site': 'same-origin',
  'sec-fetch-dest': 'empty',
  'content-type': 'application/json',
};

/** A file of the site: both hosts have pages of their own below this address. */
const SITE_FILE = '/docs/errors.html';

const pathOf = ({ path }: Route): string =>
  path
    .replace(/:[a-z_]+/g, () => crypto.randomUUID())
    .replace('/docs/*', SITE_FILE)
    .replace('*', 'transactions');
const shapeOf = (reply: { status: number; text: string; headers: object }): object => {
  const { 'x-request-id': _id, date: _date, ...headers } = reply.headers as Record<string, string>;
  return { status: reply.status, text: reply.text, headers };
};

const send = (front: 'portal' | 'public', { method, path }: { method: string; path: string }) => {
  const browser =
    front === 'portal'
      ? openBrowser(service)
      : openPortalBrowser({ portalUrl: service.url, connectTo: service.url });
  const headers = { ...PAGE_HEADERS, origin: portalUrlOf(service) };
  return browser.fetch(method, path, method === 'GET' ? { headers } : { headers, rawBody: '{}' });
};

describe('the host of the portal and the public one', () => {
  test('answer nothing of the other: every row of the one is not there for the other (P40)', async () => {
    const nothing = {
      portal: shapeOf(await send('portal', { method: 'GET', path: '/nothing-there' })),
      public: shapeOf(await send('public', { method: 'GET', path: '/nothing-there' })),
    };
    expect([nothing.portal, nothing.public]).toMatchObject([{ status: 404 }, { status: 404 }]);
    // Both have files below `/docs`, each its own.
    const shared = ['/', '/docs', '/docs/*'];
    expect(await send('public', { method: 'GET', path: SITE_FILE })).toMatchObject({ status: 404 });
    for (const route of routeTable().filter(({ path }) => !shared.includes(path)))
      expect(
        shapeOf(await send('portal', { method: route.method, path: pathOf(route) })),
        route.operationId,
      ).toEqual(nothing.portal);
    for (const route of portalRouteTable().filter(({ path }) => !shared.includes(path)))
      expect(
        shapeOf(await send('public', { method: route.method, path: pathOf(route) })),
        route.operationId,
      ).toEqual(nothing.public);
  });

  test('answer their own page at the address that both have (P40)', async () => {
    const portal = await send('portal', { method: 'GET', path: '/' });
    const other = await send('public', { method: 'GET', path: '/' });
    expect(portal.headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    expect(other.text).not.toBe(portal.text);
  });

  test.each([
    ['in capitals', (host: string) => host.toUpperCase(), 200],
    ['with a dot at its end', (host: string) => host.replace(':', '.:'), 200],
    ['with another port', (host: string) => host.replace(/:\d+/, ':1'), 404],
    ['as a host below', (host: string) => `x.${host}`, 404],
  ])('are told apart by the name %s (P40)', async (_how, change, status) => {
    const { host } = new URL(portalUrlOf(service));
    const reply = await openBrowser(service).fetch('GET', '/login', { headers: { host: change(host) } });
    expect(reply.status).toBe(status);
  });

  test('take no other host for theirs that a header of a proxy names (P40)', async () => {
    const { host } = new URL(portalUrlOf(service));
    const browser = openPortalBrowser({ portalUrl: service.url, connectTo: service.url });
    const headers = { 'x-forwarded-host': host, forwarded: `host=${host}` };
    expect((await browser.fetch('GET', '/login', { headers })).status).toBe(404);
  });
});

describe('the page of the portal', () => {
  test('can be put into no frame, opened with no handle, and read by no other origin (P40)', async () => {
    const { headers } = await openBrowser(service).fetch('GET', '/t/x/transactions');
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['permissions-policy']).toContain('publickey-credentials-get=(self)');
    expect(headers['permissions-policy']).toContain('camera=()');
  });

  test('has no address that leads out of its files', async () => {
    for (const name of ['..%2findex.html', '%2e%2e%2findex.html', 'index.html', '__proto__', 'x.js%00'])
      expect((await openBrowser(service).fetch('GET', `/portal/assets/${name}`)).status, name).toBe(404);
  });
});

describe('the portal and the API', () => {
  test('have nothing of what proves the other: a token opens no call, a session no operation (P40, P45)', async () => {
    const tenant = await addTenant(service);
    const maria = await addMember(service, tenant.tenantId, { role: 'admin' });
    const token = await fetchToken(service, tenant);
    const headers = { authorization: `Bearer ${token}` };
    const called = await openBrowser(service).send('readOwnAccount', {}, { headers });
    expect(outcomeOf(called)).toBe('40340');
    const cookie = `titular-portal=${maria.browser.cookies.get('titular-portal')}`;
    const listed = await fetch(`${service.url}/api/public/v1/limits`, { headers: { cookie } });
    expect(listed.status).toBe(403);
  });

  test('have connections of their own: a portal that waits for its four is busy, and the API goes on (P45)', async () => {
    const tenant = await addTenant(service);
    const maria = await addMember(service, tenant.tenantId, { role: 'viewer' });
    const token = await fetchToken(service, tenant);
    const { pool } = service.service.database;
    const locker = await pool.connect();
    await locker.query('BEGIN');
    await locker.query('LOCK TABLE user_sessions IN ACCESS EXCLUSIVE MODE');
    const waiting = Array.from({ length: PORTAL_POOL + 2 }, () => maria.browser.send('readOwnAccount'));
    const asked = await fetch(`${service.url}/api/public/v1/limits`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(asked.status).toBe(200);
    expect(new Set((await Promise.all(waiting)).map(outcomeOf))).toEqual(new Set(['42906']));
    await locker.query('ROLLBACK');
    locker.release();
    expect(outcomeOf(await maria.browser.send('readOwnAccount'))).toBe('200');
  });

  test('publish the same keys to anybody, each on its own origin, to be cached for five minutes', async () => {
    const { status, text, headers } = await send('portal', { method: 'GET', path: '/portal/receipt-keys' });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual(await (await fetch(`${service.url}/oauth2/jwks`)).json());
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=300' });
    expect(text).not.toContain('"d"');
  });

  test.each([
    [Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }), true],
    [new Error('timeout exceeded when trying to connect'), true],
    [new Error('Query read timeout'), true],
    [Object.assign(new Error('duplicate key'), { code: '23505' }), false],
    ['57014', false],
  ])('tell a busy database from a fault', (error, expected) => {
    expect(isBusy(error)).toBe(expected);
  });
});
