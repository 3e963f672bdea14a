import { SCOPES, type Scope } from '@titular/contract';
import { setAccountActive } from '@titular/server/access-tokens/accounts/administer-accounts.ts';
import { setTenantActive } from '@titular/server/tenants/administer-tenants.ts';
import {
  addAccount,
  addTenant,
  fetchToken,
  operatorOf,
  type TestService,
  type TestTenant,
} from '@titular/test-kit';
import { openPhone } from '../captures/phone.ts';
import { newMerchant } from '../transactions/api.ts';

/** How somebody presents himself, and with which scopes he is let in; none at all when his token is no token here. */
export type Role = { name: string; headers: Record<string, string>; scopes: readonly Scope[] | undefined };

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

async function tokenOf(
  service: TestService,
  tenant: TestTenant,
  account: string,
  scopes: readonly Scope[],
): Promise<string> {
  const holder = await addAccount(service, tenant.tenantId, account, scopes);
  return fetchToken(service, { ...tenant, ...holder });
}

async function switchedOff(service: TestService, tenant: TestTenant): Promise<Role[]> {
  const operator = operatorOf(service);
  const ofAccount = await tokenOf(service, tenant, 'switched-off', SCOPES);
  await setAccountActive(operator, tenant.tenantId, 'switched-off', false);
  const gone = await addTenant(service);
  const ofTenant = await fetchToken(service, gone);
  await setTenantActive(operator, gone.tenantId, false);
  return [
    { name: 'an account that was switched off', headers: bearer(ofAccount), scopes: undefined },
    { name: 'an account of a tenant that was switched off', headers: bearer(ofTenant), scopes: undefined },
  ];
}

/** Everybody there is: each scope alone, all of them, nobody, and all who were somebody elsewhere or before. */
export async function makeRoles(
  service: TestService,
  tenant: TestTenant,
  elsewhere: { service: TestService; tenant: TestTenant },
): Promise<Role[]> {
  const singles = await Promise.all(
    SCOPES.map(async (scope) => ({
      name: `an account with ${scope}`,
      headers: bearer(await tokenOf(service, tenant, `only-${scope.replace(':', '-')}`, [scope])),
      scopes: [scope],
    })),
  );
  const { phone, token: sdkToken } = await openPhone(service, await newMerchant(service));
  const foreign = await fetchToken(elsewhere.service, elsewhere.tenant);
  return [
    { name: 'nobody', headers: {}, scopes: undefined },
    ...singles,
    {
      name: 'an account with every scope',
      headers: bearer(await fetchToken(service, tenant)),
      scopes: SCOPES,
    },
    ...(await switchedOff(service, tenant)),
    { name: 'an account of the other environment', headers: bearer(foreign), scopes: undefined },
    { name: 'the holder of an SDK token', headers: bearer(sdkToken), scopes: undefined },
    {
      name: "a person's page session as a cookie",
      headers: { cookie: phone.cookie ?? '' },
      scopes: undefined,
    },
    {
      name: "a person's page session as a token",
      headers: bearer((phone.cookie ?? '').split('=')[1] ?? ''),
      scopes: undefined,
    },
  ];
}
