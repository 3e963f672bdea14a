import { setAccountActive } from '@titular/server/access-tokens/accounts/administer-accounts.ts';
import { retireKey } from '@titular/server/access-tokens/accounts/administer-keys.ts';
import { retireSecret } from '@titular/server/access-tokens/accounts/administer-secrets.ts';
import { listClientSecrets } from '@titular/server/access-tokens/accounts/client-secret-store.ts';
import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { setTenantActive } from '@titular/server/tenants/administer-tenants.ts';
import {
  addTenant,
  createManualClock,
  fetchToken,
  operatorOf,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addKey,
  grantedWith,
  newAssertion,
  present,
  refusedWith,
  sendForm,
  signJws,
  soundClaims,
} from './assertions.ts';

let first: TestService;
let second: TestService;
let tenant: TestTenant;
let bystander: TestTenant;
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
  bystander = await addTenant(first);
});

const operator = () => ({ ...operatorOf(first), clock });
const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);

const call = (service: TestService, token: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/api/public/v1/walletid/transactions/${crypto.randomUUID()}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
const callBoth = async (token: string): Promise<number[]> =>
  Promise.all([first, second].map(async (service) => (await call(service, token)).status));

const set = (texts: Record<string, string>) =>
  changeSettings(
    operator(),
    { kind: 'service-account', tenantId: tenant.tenantId, account: tenant.account },
    parseSettings('service-account', new Map(Object.entries(texts))),
  );
const byAssertion = async (): Promise<string> => {
  const iat = nowSeconds();
  return (await grantedWith(await present(first, newAssertion(first, tenant, { iat, exp: iat + 60 }))))
    .access_token;
};

const retireTheSecret = async () => {
  const [secret] = await listClientSecrets(first.service.database.db, tenant.tenantId, tenant.account);
  await retireSecret(operator(), tenant.tenantId, tenant.account, secret?.secretId ?? '', clock.now());
};

const changes: [string, () => Promise<unknown>][] = [
  ['the account is switched off', () => setAccountActive(operator(), tenant.tenantId, tenant.account, false)],
  ['the tenant is switched off', () => setTenantActive(operator(), tenant.tenantId, false)],
  ['the secret that got it is retired', retireTheSecret],
  ['the scope is taken away', () => set({ scopes: 'transactions:write' })],
  ['its address is no longer on the list', () => set({ 'allowed-addresses': '203.0.113.0/24' })],
];

describe('a token that was issued before is refused within 5 seconds, by every process, once (R13)', () => {
  test.each(changes)('%s', async (_what, change) => {
    const [token, other] = [await fetchToken(first, tenant), await fetchToken(first, bystander)];
    expect(await callBoth(token)).toEqual([404, 404]);
    await change();
    clock.advanceSeconds(5);
    expect(await callBoth(token)).toEqual([403, 403]);
    expect(await callBoth(other)).toEqual([404, 404]);
  });

  test('the key that got it is retired; a token got with the secret goes on', async () => {
    const [token, other] = [await byAssertion(), await fetchToken(first, tenant)];
    expect(await callBoth(token)).toEqual([404, 404]);
    await retireKey(operator(), tenant.tenantId, tenant.account, tenant.keyId, clock.now());
    clock.advanceSeconds(5);
    expect(await callBoth(token)).toEqual([403, 403]);
    expect(await callBoth(other)).toEqual([404, 404]);
  });

  test('the hour of its account has passed, at the very second', async () => {
    // At the end of a minute the hour would be over before the token is got.
    clock.advanceSeconds(60 - clock.now().getUTCSeconds());
    const minute = clock.now();
    const from = minute.toISOString().slice(11, 16);
    const until = new Date(minute.getTime() + 60_000).toISOString().slice(11, 16);
    await set({ 'allowed-times': `Mon-Sun ${from}-${until === '00:00' ? '24:00' : until} UTC` });
    clock.advanceSeconds(2);
    const token = await fetchToken(first, tenant);
    expect(await callBoth(token)).toEqual([404, 404]);
    clock.advanceSeconds(60);
    expect(await callBoth(token)).toEqual([403, 403]);
  });

  test('and works again when the account is switched on again', async () => {
    const token = await fetchToken(first, tenant);
    await setAccountActive(operator(), tenant.tenantId, tenant.account, false);
    clock.advanceSeconds(5);
    expect(await callBoth(token)).toEqual([403, 403]);
    await setAccountActive(operator(), tenant.tenantId, tenant.account, true);
    expect(await callBoth(token)).toEqual([404, 404]);
  });
});

describe('at the token endpoint', () => {
  const bySecret = (headers: Record<string, string> = {}) =>
    sendForm(
      first,
      { grant_type: 'client_credentials', client_id: tenant.clientId, client_secret: tenant.clientSecret },
      headers,
    );

  test('issueToken 400: an account is refused from an address that is not on its list, by secret and by assertion', async () => {
    await set({ 'allowed-addresses': '203.0.113.0/24,2001:db8::/32' });
    clock.advanceSeconds(2);
    expect(await refusedWith(await bySecret())).toEqual([400, 'source_address_refused']);
    const [iat, exp] = [nowSeconds(), nowSeconds() + 60];
    const assertion = newAssertion(first, tenant, { iat, exp });
    expect(await refusedWith(await present(first, assertion))).toEqual([400, 'source_address_refused']);
    await set({ 'allowed-addresses': '127.0.0.0/8' });
    clock.advanceSeconds(2);
    // Refused before it was taken, so the assertion is still good.
    expect((await present(first, assertion)).status).toBe(200);
  });

  test('issueToken 200: without a kid the old and the new key of a rotation both work; a stranger to both does not', async () => {
    const [iat, exp] = [nowSeconds(), nowSeconds() + 60];
    const nameless = { kid: undefined };
    expect((await present(first, newAssertion(first, tenant, { iat, exp }, nameless))).status).toBe(200);
    const next = await addKey(first, tenant, 'ES256');
    const claims = { ...soundClaims(first, tenant), iat, exp };
    const byNext = () => signJws({ alg: 'ES256' }, { ...claims, jti: crypto.randomUUID() }, next);
    clock.advanceSeconds(2);
    expect((await present(first, byNext())).status).toBe(200);
    expect((await present(first, newAssertion(first, tenant, { iat, exp }, nameless))).status).toBe(200);
    const stranger = await addKey(first, bystander, 'ES256');
    const forged = signJws({ alg: 'ES256' }, claims, stranger);
    expect(await refusedWith(await present(first, forged))).toEqual([400, 'assertion_key_unknown']);
  });

  test('issueToken 400: an account is refused outside its hours', async () => {
    const day = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][(clock.now().getUTCDay() + 3) % 7];
    await set({ 'allowed-times': `${day} 00:00-24:00 UTC` });
    clock.advanceSeconds(2);
    expect(await refusedWith(await bySecret())).toEqual([400, 'outside_allowed_times']);
  });

  test('issueToken 400: the operator may want shorter lives of assertions than an hour (R4)', async () => {
    await set({ 'assertion-lifetime-seconds': '60' });
    clock.advanceSeconds(2);
    const iat = nowSeconds();
    const sendFor = (seconds: number) =>
      present(first, newAssertion(first, tenant, { iat, exp: iat + seconds }));
    expect(await refusedWith(await sendFor(61))).toEqual([400, 'assertion_lifetime']);
    expect((await sendFor(60)).status).toBe(200);
  });

  test('issueToken 200: from a proxy on the list the client is who X-Forwarded-For says, from any other it is the peer (R36)', async () => {
    await set({ 'allowed-addresses': '203.0.113.0/24' });
    clock.advanceSeconds(2);
    expect((await bySecret({ 'x-forwarded-for': '203.0.113.9' })).status).toBe(200);
    const behindTwo = { 'x-forwarded-for': '203.0.113.9, 198.51.100.4' };
    expect(await refusedWith(await bySecret(behindTwo))).toEqual([400, 'source_address_refused']);
    const atSecond = await sendForm(
      second,
      { grant_type: 'client_credentials', client_id: tenant.clientId, client_secret: tenant.clientSecret },
      { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' },
    );
    expect(await refusedWith(atSecond)).toEqual([400, 'source_address_refused']);
  });
});
