import { readConfig } from '@titular/server/config/config.ts';
import { portalCookie, readPortalCookie } from '@titular/server/kernel/http/portal/portal-cookie.ts';
import { createManualClock } from '@titular/test-kit';
import {
  addMember,
  authenticateAgain,
  openBrowser,
  type PasskeyPerson,
  signInWithPasskey,
} from '@titular/test-kit/portal/people.ts';
import type { PortalBrowser } from '@titular/test-kit/portal/portal-browser.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal/portal-calls.ts';

const IDLE_SECONDS = 900;
const SESSION_SECONDS = 28_800;
const COOKIE = 'titular-portal';

let service: TestService;
let tenant: TestTenant;
let maria: PasskeyPerson;
const clock = createManualClock();
beforeAll(async () => {
  service = await startTestService({ clock });
  tenant = await addTenant(service);
});
beforeEach(async () => {
  maria = await addMember(service, tenant.tenantId, { role: 'support' });
});
afterAll(() => service?.close());

const secretOf = (browser: PortalBrowser): string => browser.cookies.get(COOKIE) ?? 'none';

/** A browser that has somebody's cookie and token as they were. */
function copyOf({ cookies, session }: PortalBrowser): PortalBrowser {
  const copy = openBrowser(service);
  for (const [name, value] of cookies) copy.cookies.set(name, value);
  copy.session = session;
  return copy;
}

const read = async (browser: PortalBrowser): Promise<string> =>
  outcomeOf(await browser.send('readOwnAccount'));

describe('the cookie of a session', () => {
  test('is unreadable for scripts, of this host and site alone, and gone with the session (P27, R96)', async () => {
    const browser = openBrowser(service);
    const { options } = await browser.call('startPasskeySignIn', {});
    const reply = await browser.send('signInWithPasskey', { body: { passkey: maria.passkey.get(options) } });
    const [line = ''] = reply.headers['set-cookie'] ?? [];
    expect(line.replace(secretOf(browser), 'SECRET')).toBe(
      'titular-portal=SECRET; Path=/; HttpOnly; SameSite=Strict; Max-Age=28800',
    );
    expect(secretOf(browser)).toMatch(/^tps_[A-Za-z0-9_-]{43}$/);
    expect(reply.text).not.toContain(secretOf(browser));
    const over = await browser.send('signOut');
    expect(over.headers['set-cookie']).toEqual([
      'titular-portal=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    ]);
    expect(over.headers['clear-site-data']).toBe('"cache", "storage"');
  });

  test('has the prefix that binds it to its host over https, and is Secure (P27)', () => {
    const secret = `tps_${'x'.repeat(43)}`;
    expect(portalCookie('https://portal.example', secret, 60)).toBe(
      `__Host-titular-portal=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=60; Secure`,
    );
  });

  test.each([
    ['twice', (good: string) => `${good}; ${good}`],
    ['without its prefix over https', (good: string) => good.replace('__Host-', '')],
    ['of another form', (good: string) => `${good}x`],
    ['with another prefix', (good: string) => good.replace('tps_', 'tcs_')],
  ])('counts as none when it stands %s (P27)', (_how, change) => {
    const good = `__Host-titular-portal=tps_${'x'.repeat(43)}`;
    expect(readPortalCookie('https://portal.example', good)).toBeDefined();
    expect(readPortalCookie('https://portal.example', change(good))).toBeUndefined();
  });
});

describe('a secret', () => {
  test('that was there before signing in is worth nothing after it (P28)', async () => {
    const attacker = await addMember(service, tenant.tenantId, { role: 'viewer' });
    const victim = copyOf(attacker.browser);
    await signInWithPasskey(service, maria, victim);
    expect(secretOf(victim)).not.toBe(secretOf(attacker.browser));
    expect((await victim.call('readPortalSession')).userId).toBe(maria.userId);
    expect(await read(attacker.browser)).toBe('40340');
  });

  test('is replaced by an authentication, and the one before ends (P28)', async () => {
    const before = copyOf(maria.browser);
    await authenticateAgain(maria);
    expect(secretOf(before)).not.toBe(secretOf(maria.browser));
    expect(await read(before)).toBe('40340');
    expect(await read(maria.browser)).toBe('200');
  });

  test('ends when the role changes (P28, P30)', async () => {
    const admin = await addMember(service, tenant.tenantId, { role: 'admin' });
    await admin.browser.call('changeMember', {
      params: { tenant_id: tenant.tenantId, user_id: maria.userId },
      body: { role: 'reviewer', companies: 'all', isActive: true },
    });
    expect(await read(maria.browser)).toBe('40340');
    const again = await signInWithPasskey(service, maria);
    expect(again.session?.memberships[0]?.role).toBe('reviewer');
  });
});

describe('a session', () => {
  test('locks after 15 minutes without a call, tells so, and goes on after an authentication (P29)', async () => {
    clock.advanceSeconds(IDLE_SECONDS);
    expect(await read(maria.browser)).toBe('200');
    clock.advanceSeconds(IDLE_SECONDS + 1);
    expect(await read(maria.browser)).toBe('40341');
    const tenantCall = await maria.browser.send('readPortalTenant', {
      params: { tenant_id: tenant.tenantId },
    });
    expect(outcomeOf(tenantCall)).toBe('40341');
    const before = await maria.browser.call('readPortalSession');
    expect(before).toMatchObject({ isLocked: true, idleSeconds: IDLE_SECONDS });
    await authenticateAgain(maria);
    expect(maria.browser.session).toMatchObject({ isLocked: false, expiresAt: before.expiresAt });
    expect(await read(maria.browser)).toBe('200');
  });

  test('is not kept awake by asking for itself (P29)', async () => {
    for (let minute = 0; minute < 16; minute += 1) {
      clock.advanceSeconds(60);
      await maria.browser.call('readPortalSession');
    }
    expect(await read(maria.browser)).toBe('40341');
  });

  test('ends after 8 hours, whatever was done in it (P29)', async () => {
    const { expiresAt } = await maria.browser.call('readPortalSession');
    const openedMs = new Date(expiresAt).getTime() - SESSION_SECONDS * 1_000;
    while (clock.now().getTime() - openedMs < (SESSION_SECONDS - 600) * 1_000) {
      clock.advanceSeconds(600);
      expect(await read(maria.browser)).toBe('200');
    }
    clock.advanceSeconds(599);
    await authenticateAgain(maria);
    expect(await read(maria.browser)).toBe('200');
    clock.advanceSeconds(1);
    expect(await read(maria.browser)).toBe('40340');
    expect(outcomeOf(await maria.browser.send('startAuthentication'))).toBe('40340');
  });

  test('is one of five at most: the oldest gives way (R96)', async () => {
    const browsers = [maria.browser];
    for (let count = 0; count < 5; count += 1) {
      clock.advanceSeconds(1);
      browsers.push(await signInWithPasskey(service, maria));
    }
    expect(await Promise.all(browsers.map(read))).toEqual(['40340', ...Array(5).fill('200')]);
  });

  test('is listed by family of browser, and can be ended from another (P30)', async () => {
    const other = openBrowser(
      service,
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    );
    await signInWithPasskey(service, maria, other);
    const { sessions } = await maria.browser.call('readOwnAccount');
    expect(sessions.map(({ browser, isThis }) => [browser, isThis])).toEqual([
      ['Firefox on Linux', false],
      ['Another browser', true],
    ]);
    await maria.browser.call('endOwnSession', { params: { session_id: sessions[0]?.id ?? '' } });
    expect(await read(other)).toBe('40340');
  });
});

describe('a recovery code', () => {
  test('signs in once, ends every other session, and lets nothing be done before an authenticator is added (P23, P29)', async () => {
    const browser = openBrowser(service);
    const [code = ''] = maria.recoveryCodes;
    const body = { name: maria.name, code: code.toUpperCase() };
    await browser.call('signInWithRecoveryCode', { body });
    expect(await read(maria.browser)).toBe('40340');
    expect(browser.session?.mustEnrol).toBe(true);
    const params = { tenant_id: tenant.tenantId };
    expect(outcomeOf(await browser.send('readPortalTenant', { params }))).toBe('40347');
    expect((await browser.call('readOwnAccount')).recoveryCodesLeft).toBe(9);
    expect(outcomeOf(await openBrowser(service).send('signInWithRecoveryCode', { body }))).toBe('40345');
    const { options } = await browser.call('startAddingPasskey', {});
    const { createSoftwarePasskey } = await import('@titular/test-kit/portal/software-passkey.ts');
    const passkey = createSoftwarePasskey(service.config.portalUrl ?? '');
    await browser.call('addAuthenticator', { body: { passkey: passkey.create(options), label: 'new' } });
    expect(outcomeOf(await browser.send('readPortalTenant', { params }))).toBe('200');
  });
});

describe('where the portal is', () => {
  const PRODUCTION = {
    TITULAR_ENV: 'production',
    TITULAR_PUBLIC_URL: 'https://verify.example',
    TITULAR_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    DATABASE_URL: 'postgresql://u:p@localhost/x',
    TITULAR_ERASURE_LEDGER: 'off',
  };
  const urlIn = (env: Record<string, string>): string | undefined => readConfig(env).portalUrl;

  test('is another name of this machine in test, and nowhere in production until it is set (P20)', () => {
    expect(urlIn({ PORT: '9000' })).toBe('http://localhost:9000');
    expect(urlIn({ TITULAR_PORTAL_URL: 'off' })).toBeUndefined();
    expect(urlIn({ TITULAR_PUBLIC_URL: 'http://localhost:8787' })).toBeUndefined();
    expect(urlIn(PRODUCTION)).toBeUndefined();
    expect(urlIn({ ...PRODUCTION, TITULAR_PORTAL_URL: 'https://portal.example' })).toBe(
      'https://portal.example',
    );
  });

  test.each([
    ['the host of the public address', { ...PRODUCTION, TITULAR_PORTAL_URL: 'https://verify.example' }],
    ['that host on another port', { ...PRODUCTION, TITULAR_PORTAL_URL: 'https://verify.example:8443' }],
    ['an IP address', { ...PRODUCTION, TITULAR_PORTAL_URL: 'https://192.0.2.1' }],
    ['an IPv6 address', { ...PRODUCTION, TITULAR_PORTAL_URL: 'https://[2001:db8::1]' }],
    ['an address with a path', { ...PRODUCTION, TITULAR_PORTAL_URL: 'https://portal.example/x' }],
    ['http in production', { ...PRODUCTION, TITULAR_PORTAL_URL: 'http://portal.example' }],
    ['http on a host that is not this machine', { TITULAR_PORTAL_URL: 'http://portal.example' }],
  ])('is refused in one sentence: %s (P40)', (_what, env) => {
    expect(() => readConfig(env)).toThrow(/^TITULAR_PORTAL_URL must [^.]*(\.[^ ][^.]*)*\.$/);
  });
});
