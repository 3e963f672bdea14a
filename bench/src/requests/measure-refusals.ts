import { createServiceAccount } from '@titular/server/access-tokens/accounts/administer-accounts.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import type { Child } from '../harness/child.ts';
import { type BenchTenant, fetchToken, type Harness, limitRate } from '../harness/harness.ts';
import { type Costly, measureCostly } from '../harness/measure-cost.ts';
import { type Load, measureHttp } from '../harness/measure-http.ts';
import { SERVICE_PATHS } from '../tenants/tenant-messages.ts';
import { createLoad } from './loads.ts';

/** A refused request over HTTP, beside a bare Fastify that answers the same bytes to the same request. */
export type Refused = {
  what: string;
  http: Costly;
  bare: Costly;
};

type Refusal = { what: string; status: 403 | 429; load: Load };

/** A token of the tenant that may read and not create. */
async function fetchReadToken({ url, database }: Harness, { tenantId }: BenchTenant): Promise<string> {
  const made = await createServiceAccount(
    { db: database.db, clock: systemClock, actor: 'bench' },
    { tenantId, account: 'reader', scopes: ['transactions:read'], withKey: false, withSecret: true },
  );
  if (!made.secret) throw new Error('the account was made with a secret');
  return fetchToken(url, made.clientId, made.secret.clientSecret);
}

const withToken = (url: string, tenant: BenchTenant, token: string): Load =>
  createLoad(url, SERVICE_PATHS.create, [{ ...tenant, token }]);

/** The same token with one letter of its signature changed: the signature is checked and found wrong. */
const forge = (token: string): string =>
  `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.at(-1)}`;

/** Measures what refused requests cost: the last tenant of the harness is limited for it. */
export async function measureRefusals(
  harness: Harness,
  bare: { server: Child; url: string },
  seconds: number,
): Promise<Refused[]> {
  const { url, tenants } = harness;
  const [other, limited] = [tenants.at(-2), tenants.at(-1)];
  if (!other || !limited) throw new Error('the bench needs two tenants');
  // One request a second, so that nearly every request is refused.
  await limitRate(harness.database.db, limited.tenantId, 1);
  const refusals: Refusal[] = [
    { what: 'above the rate', status: 429, load: createLoad(url, SERVICE_PATHS.create, [limited]) },
    {
      what: 'without the scope',
      status: 403,
      load: withToken(url, other, await fetchReadToken(harness, other)),
    },
    { what: 'with a forged token', status: 403, load: withToken(url, other, forge(other.token)) },
  ];
  const measured: Refused[] = [];
  for (const { what, status, load } of refusals) {
    // What the process remembers of the tenant is as in the middle of a flood.
    await measureHttp(load, 2, status);
    measured.push({
      what: `${status} ${what}`,
      http: await measureCostly(harness, { server: harness.server, load, status }, seconds),
      bare: await measureCostly(
        harness,
        { server: bare.server, load: createLoad(bare.url, `/refuse/${status}`, [other]), status },
        seconds,
      ),
    });
  }
  return measured;
}
