import { createServiceAccount } from '@titular/server/access-tokens/accounts/administer-accounts.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import type { Child } from '../harness/child.ts';
import { type BenchTenant, fetchToken, type Harness } from '../harness/harness.ts';
import { type Cost, measureCost } from '../harness/measure-cost.ts';
import { type HttpResult, type Load, measureHttp } from '../harness/measure-http.ts';
import { createLoad } from './loads.ts';

const CREATE_PATH = '/api/public/v1/walletid/transaction';

/** A refused request over HTTP, beside a bare Fastify that answers the same bytes to the same request. */
export type Refused = {
  what: string;
  http: HttpResult & { cost: Cost };
  bare: HttpResult & { cost: Cost };
};

type Refusal = { what: string; status: 403 | 429; load: Load };

/** One request a second, so that nearly every request is refused. */
async function limitRate({ database }: Harness, { tenantId }: BenchTenant): Promise<void> {
  await database.db
    .updateTable('tenants')
    .set({ rate_per_second: 1, rate_burst: 1 })
    .where('tenant_id', '=', tenantId)
    .execute();
}

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
  createLoad(url, CREATE_PATH, [{ ...tenant, token }]);

/** The same token with its last letter changed: the signature is checked and found wrong. */
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
  await limitRate(harness, limited);
  const refusals: Refusal[] = [
    { what: 'above the rate', status: 429, load: createLoad(url, CREATE_PATH, [limited]) },
    {
      what: 'without the scope',
      status: 403,
      load: withToken(url, other, await fetchReadToken(harness, other)),
    },
    { what: 'with a forged token', status: 403, load: withToken(url, other, forge(other.token)) },
  ];
  const measured: Refused[] = [];
  for (const { what, status, load } of refusals) {
    const costly = (server: Child, one: Load) =>
      measureCost(
        harness,
        server,
        () => measureHttp(one, seconds, { status }),
        ({ answered }) => answered,
      );
    // What the process remembers of the tenant is as in the middle of a flood.
    await measureHttp(load, 2, { status });
    measured.push({
      what: `${status} ${what}`,
      http: await costly(harness.server, load),
      bare: await costly(bare.server, { ...createLoad(bare.url, `/refuse/${status}`, [other]) }),
    });
  }
  return measured;
}
