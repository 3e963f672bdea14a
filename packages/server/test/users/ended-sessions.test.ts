import { setTenantActive } from '@titular/server/tenants/index.ts';
import { switchUser } from '@titular/server/users/index.ts';
import {
  addMember,
  openBrowser,
  type PasskeyPerson,
  signInWithPasskey,
} from '@titular/test-kit/portal/people.ts';
import type { PortalBrowser } from '@titular/test-kit/portal/portal-browser.ts';
import {
  addTenant,
  operatorOf,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal/portal-calls.ts';

let service: TestService;
let other: TestService;
let tenant: TestTenant;
let admin: PasskeyPerson;
let maria: PasskeyPerson;
beforeAll(async () => {
  service = await startTestService();
  other = await startTestService({ sharedWith: service });
  tenant = await addTenant(service);
  admin = await addMember(service, tenant.tenantId, { role: 'admin' });
});
beforeEach(async () => {
  maria = await addMember(service, tenant.tenantId, { role: 'support' });
});
afterAll(async () => {
  await other?.close();
  await service?.close();
});

/** The same browser, on the other process. */
function elsewhere({ cookies, session }: PortalBrowser): PortalBrowser {
  const browser = openBrowser({ config: service.config, url: other.url });
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  browser.session = session;
  return browser;
}

const readTenant = async (browser: PortalBrowser): Promise<string> =>
  outcomeOf(await browser.send('readPortalTenant', { params: { tenant_id: tenant.tenantId } }));
const ofMaria = () => ({ tenant_id: tenant.tenantId, user_id: maria.userId });

/** What takes rights away, and what the next request is told. */
const ENDS: Readonly<Record<string, { end: () => Promise<unknown>; code: string }>> = {
  'signing out': { end: () => maria.browser.call('signOut'), code: '40340' },
  'ending the sessions of a member': {
    end: () => admin.browser.call('endMemberSessions', { params: ofMaria() }),
    code: '40340',
  },
  'disabling the person': { end: () => switchUser(operatorOf(service), maria.userId, false), code: '40340' },
  'disabling the membership': {
    end: () =>
      admin.browser.call('changeMember', {
        params: ofMaria(),
        body: { role: 'support', companies: 'all', isActive: false },
      }),
    code: '40340',
  },
  'a reset': { end: () => admin.browser.call('resetMember', { params: ofMaria() }), code: '40340' },
};

describe('on every process the next request is refused', () => {
  test.each(Object.entries(ENDS))('after %s (P30, R96)', async (_what, { end, code }) => {
    const there = elsewhere(maria.browser);
    expect(await readTenant(there)).toBe('200');
    await end();
    expect(await readTenant(there)).toBe(code);
    expect(await readTenant(maria.browser)).toBe(code);
  });

  test('after the tenant was disabled, without a word about it (P30)', async () => {
    const there = elsewhere(maria.browser);
    await setTenantActive(operatorOf(service), tenant.tenantId, false);
    expect(await readTenant(there)).toBe('40420');
    await setTenantActive(operatorOf(service), tenant.tenantId, true);
    expect(await readTenant(there)).toBe('200');
  });

  test('also while it is under load (P30)', async () => {
    const there = elsewhere(maria.browser);
    let isEnded = false;
    const late: string[] = [];
    const load = Array.from({ length: 4 }, async () => {
      for (let count = 0; count < 10; count += 1) {
        const wasEnded = isEnded;
        const outcome = await readTenant(there);
        if (wasEnded) late.push(outcome);
      }
    });
    await switchUser(operatorOf(service), maria.userId, false);
    isEnded = true;
    await Promise.all(load);
    expect(late.filter((outcome) => outcome === '200')).toEqual([]);
    expect(await readTenant(there)).toBe('40340');
  });
});

describe('companies of a membership', () => {
  test('are all that a person sees, gives and manages (P33, R95)', async () => {
    const { createCompany } = await import('@titular/server/tenants/index.ts');
    const second = await createCompany(operatorOf(service), tenant.tenantId, { name: 'Second Shop' });
    const narrow = await addMember(service, tenant.tenantId, { role: 'admin', companies: [second] });
    const params = { tenant_id: tenant.tenantId };
    const seen = await narrow.browser.call('readPortalTenant', { params });
    expect(seen.companies.map(({ name }) => name)).toEqual(['Second Shop']);
    const team = await narrow.browser.call('readTeam', { params });
    expect(team.members.map(({ userId }) => userId)).toEqual([narrow.userId]);
    const invite = (companies: 'all' | string[]) =>
      narrow.browser.send('inviteMember', { params, body: { role: 'viewer', companies } });
    expect(outcomeOf(await invite('all'))).toBe('40343');
    expect(outcomeOf(await invite([tenant.companyId]))).toBe('40420');
    expect(outcomeOf(await invite([second]))).toBe('200');
    const beyond = await narrow.browser.send('endMemberSessions', { params: ofMaria() });
    expect(outcomeOf(beyond)).toBe('40420');
  });
});

describe('a reset', () => {
  test('ends everything somebody signs in with, keeps the role, and gives a link, never a password (P24)', async () => {
    const { link } = await admin.browser.call('resetMember', { params: ofMaria() });
    expect(link).toMatch(/\/recover#[0-9a-z]{26}$/);
    await expect(signInWithPasskey(service, maria)).rejects.toThrow('40345');
    const [recovery = ''] = maria.recoveryCodes;
    const used = await openBrowser(service).send('signInWithRecoveryCode', {
      body: { name: maria.name, code: recovery },
    });
    expect(outcomeOf(used)).toBe('40345');
    const { enrolWithPasskey } = await import('@titular/test-kit/portal/people.ts');
    const again = await enrolWithPasskey(service, link.split('#')[1] ?? '', maria.name);
    expect(again.userId).toBe(maria.userId);
    expect(again.browser.session?.memberships[0]?.role).toBe('support');
  });

  test('of an account that opens more than the tenant is for operators alone (P24, P33)', async () => {
    const second = await addTenant(service);
    const { changeMember } = await import('@titular/server/users/index.ts');
    const change = { role: 'viewer', companies: 'all', isActive: true } as const;
    await changeMember(operatorOf(service), second.tenantId, maria.userId, change, { mayJoin: true });
    expect(outcomeOf(await admin.browser.send('resetMember', { params: ofMaria() }))).toBe('40078');
  });

  test('of oneself, or a change of the own role, is refused, and so is taking the last admin away (P32)', async () => {
    const own = { tenant_id: tenant.tenantId, user_id: admin.userId };
    const body = { role: 'reviewer', companies: 'all', isActive: true } as const;
    expect(outcomeOf(await admin.browser.send('resetMember', { params: own }))).toBe('40078');
    expect(outcomeOf(await admin.browser.send('changeMember', { params: own, body }))).toBe('40078');
  });
});
