import { SCOPES } from '@titular/contract';
import { setAccountActive } from '@titular/server/access-tokens/accounts/administer-accounts.ts';
import { retireSecret } from '@titular/server/access-tokens/accounts/administer-secrets.ts';
import { listClientSecrets } from '@titular/server/access-tokens/accounts/client-secret-store.ts';
import { changeSettings, defaultSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { setTenantActive } from '@titular/server/tenants/administer-tenants.ts';
import {
  addAccount,
  addTenant,
  createManualClock,
  fetchToken,
  operatorOf,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { grantedWith, newAssertion, present } from './assertions.ts';

let first: TestService;
let second: TestService;
let tenant: TestTenant;
let sibling: TestTenant;
const clock = createManualClock();

beforeAll(async () => {
  first = await startTestService({ clock, env: { TITULAR_TRUSTED_PROXIES: '127.0.0.1' } });
  second = await startTestService({ clock, sharedWith: first });
});
afterAll(async () => {
  await second.close();
  await first.close();
});
beforeEach(async () => {
  tenant = await addTenant(first);
  sibling = {
    ...tenant,
    account: 'sibling',
    ...(await addAccount(first, tenant.tenantId, 'sibling', SCOPES)),
  };
});

const operator = () => ({ ...operatorOf(first), clock });
const owner = () => ({
  kind: 'service-account' as const,
  tenantId: tenant.tenantId,
  account: tenant.account,
});
const set = (name: string, text: string) =>
  changeSettings(operator(), owner(), parseSettings('service-account', new Map([[name, text]])));
const reset = (name: string) =>
  changeSettings(operator(), owner(), defaultSettings('service-account', [name]));
const switchAccount = (active: boolean) =>
  setAccountActive(operator(), tenant.tenantId, tenant.account, active);

/** A day on which the clock of the test never is. */
const otherDay = (): string => {
  const day = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][(clock.now().getUTCDay() + 3) % 7];
  return `${day} 00:00-24:00 UTC`;
};

const call = async (service: TestService, token: string, from?: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}`, ...(from ? { 'x-forwarded-for': from } : {}) };
  const address = `${service.url}/api/public/v1/walletid/transactions/${crypto.randomUUID()}`;
  return (await fetch(address, { headers })).status;
};
const callBoth = (token: string): Promise<number[]> =>
  Promise.all([first, second].map((service) => call(service, token)));
const ACCEPTED = [404, 404];
const REFUSED = [403, 403];

const giveBack = async (token: string, at: TestService): Promise<number> => {
  const { clientId: client_id, clientSecret: client_secret } = tenant;
  const body = new URLSearchParams({ client_id, client_secret, token });
  return (await fetch(`${at.url}/oauth2/revoke`, { method: 'POST', body })).status;
};

describe('within 5 seconds at every process (R13)', () => {
  test('revokeToken 200: at one process a token is given back that the other believed in, and no other token', async () => {
    const [token, kept] = [await fetchToken(first, tenant), await fetchToken(first, tenant)];
    expect(await callBoth(token)).toEqual(ACCEPTED);
    expect(await giveBack(token, second)).toBe(200);
    clock.advanceSeconds(5);
    expect(await callBoth(token)).toEqual(REFUSED);
    expect(await callBoth(kept)).toEqual(ACCEPTED);
  });

  test('a token that is in use all the while is refused no later than one that rests', async () => {
    const token = await fetchToken(first, tenant);
    expect(await callBoth(token)).toEqual(ACCEPTED);
    await switchAccount(false);
    const seen: number[][] = [];
    for (let times = 0; times < 5; times += 1) {
      clock.advanceSeconds(1);
      seen.push(await callBoth(token));
    }
    expect(seen.at(-1)).toEqual(REFUSED);
  });

  test('a change made in the midst of a hundred calls is felt by all that come after', async () => {
    const tokens = await Promise.all(Array.from({ length: 10 }, () => fetchToken(first, tenant)));
    const callAll = async () => (await Promise.all(tokens.map(callBoth))).flat();
    const before = [callAll(), callAll(), callAll(), callAll(), callAll()];
    await setTenantActive(operator(), tenant.tenantId, false);
    const statuses = (await Promise.all(before)).flat();
    expect(statuses.filter((status) => ![403, 404].includes(status))).toEqual([]);
    clock.advanceSeconds(5);
    expect(new Set(await callAll())).toEqual(new Set([403]));
  });

  test('a token got in the seconds in which the token endpoint does not know of the change is good for nothing', async () => {
    await fetchToken(first, tenant);
    await switchAccount(false);
    const late = await fetchToken(first, tenant).catch(() => undefined);
    expect(late === undefined ? REFUSED : await callBoth(late)).toEqual(REFUSED);
    clock.advanceSeconds(5);
    await expect(fetchToken(first, tenant)).rejects.toThrow('account_inactive');
  });
});

describe('what concerns one account leaves the other accounts of its tenant as they were (R13)', () => {
  const retireSecretOf = async () => {
    const [secret] = await listClientSecrets(first.service.database.db, tenant.tenantId, tenant.account);
    await retireSecret(operator(), tenant.tenantId, tenant.account, secret?.secretId ?? '', clock.now());
  };
  const changes: [string, () => Promise<unknown>][] = [
    ['it is switched off', () => switchAccount(false)],
    ['its secret is retired', retireSecretOf],
    ['its scopes are taken away', () => set('scopes', 'transactions:write')],
    ['its addresses are others', () => set('allowed-addresses', '203.0.113.0/24')],
    ['its hours are others', () => set('allowed-times', otherDay())],
  ];

  test.each(changes)('%s', async (_what, change) => {
    const [own, theirs] = [await fetchToken(first, tenant), await fetchToken(first, sibling)];
    await change();
    clock.advanceSeconds(5);
    expect(await callBoth(own)).toEqual(REFUSED);
    expect(await callBoth(theirs)).toEqual(ACCEPTED);
    expect(await callBoth(await fetchToken(second, sibling))).toEqual(ACCEPTED);
  });
});

describe('what was taken back is given again: the same token works within 5 seconds (R13)', () => {
  const turns: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    ['the account', () => switchAccount(false), () => switchAccount(true)],
    [
      'the tenant',
      () => setTenantActive(operator(), tenant.tenantId, false),
      () => setTenantActive(operator(), tenant.tenantId, true),
    ],
    ['a scope', () => set('scopes', 'transactions:write'), () => set('scopes', SCOPES.join(','))],
    [
      'the address',
      () => set('allowed-addresses', '203.0.113.0/24'),
      () => set('allowed-addresses', '127.0.0.1'),
    ],
    ['any address', () => set('allowed-addresses', '203.0.113.0/24'), () => reset('allowed-addresses')],
    ['any hour', () => set('allowed-times', otherDay()), () => reset('allowed-times')],
  ];

  test.each(turns)('%s', async (_what, takeBack, giveAgain) => {
    const iat = Math.floor(clock.now().getTime() / 1000);
    const assertion = newAssertion(first, tenant, { iat, exp: iat + 60 });
    const { access_token: token } = await grantedWith(await present(first, assertion));
    expect(await callBoth(token)).toEqual(ACCEPTED);
    await takeBack();
    clock.advanceSeconds(5);
    expect(await callBoth(token)).toEqual(REFUSED);
    await giveAgain();
    clock.advanceSeconds(5);
    expect(await callBoth(token)).toEqual(ACCEPTED);
  });
});

describe('where a token is used from (R13, R36)', () => {
  test('is looked at anew at each call, also when the token is known', async () => {
    await set('allowed-addresses', '203.0.113.0/24,127.0.0.0/8');
    clock.advanceSeconds(5);
    const token = await fetchToken(first, tenant);
    const from = (address: string) => call(first, token, address);
    expect([
      await from('203.0.113.7'),
      await from('198.51.100.7'),
      await from('203.0.113.7, 198.51.100.7'),
      await from('198.51.100.7, 203.0.113.7'),
      await from('::ffff:203.0.113.7'),
    ]).toEqual([404, 403, 403, 404, 404]);
  });

  test('is the peer wherever no proxy is named, whatever the headers say', async () => {
    await set('allowed-addresses', '203.0.113.0/24');
    clock.advanceSeconds(5);
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: tenant.clientId,
      client_secret: tenant.clientSecret,
    });
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const answer = await fetch(`${first.url}/oauth2/token`, { method: 'POST', headers, body });
    const { access_token: token } = await grantedWith(answer);
    expect(await call(first, token, '203.0.113.7')).toBe(404);
    const claims: Record<string, string>[] = [
      { 'x-forwarded-for': '203.0.113.7' },
      { 'x-real-ip': '203.0.113.7' },
      { forwarded: 'for=203.0.113.7' },
      { 'x-client-ip': '203.0.113.7', 'true-client-ip': '203.0.113.7' },
    ];
    for (const claim of claims) {
      const address = `${second.url}/api/public/v1/walletid/transactions/${crypto.randomUUID()}`;
      const sent = await fetch(address, { headers: { authorization: `Bearer ${token}`, ...claim } });
      expect(sent.status, JSON.stringify(claim)).toBe(403);
    }
  });
});
