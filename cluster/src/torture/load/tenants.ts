import { join } from 'node:path';
import { SCOPES } from '@titular/contract';
import { createServiceAccount } from '@titular/server/access-tokens/index.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { connect } from '@titular/server/kernel/database/connect.ts';
import {
  createCompany,
  createTenant,
  createTenantKeys,
  loadMasterKeys,
  openMasterKeys,
  readTenant,
} from '@titular/server/tenants/index.ts';
import { registerEndpoint } from '@titular/server/webhooks/index.ts';
import { surnameOf, type Tenant } from './tenant.ts';

const POOL_SIZE = 4;
const MASTER_KEY_FILE = 'master.key';

/** What is made: so many tenants, whose webhooks go to paths below an address; the account of the last one has a key too, for assertions to `issuer`. */
type Making = { databaseUrl: string; data: string; count: number; webhookUrl: string; issuer: string };

const markOf = (number: number): string => `canary${String(number).padStart(4, '0')}x`;

/** Makes tenants, each with a company, an account and an endpoint, as an operator makes them. */
export async function makeTenants({
  databaseUrl,
  data,
  count,
  webhookUrl,
  issuer,
}: Making): Promise<Tenant[]> {
  const database = connect(databaseUrl, POOL_SIZE, () => undefined);
  const operator = { db: database.db, clock: systemClock, actor: 'torture' };
  const masterKeys = await openMasterKeys(
    () => loadMasterKeys(join(data, MASTER_KEY_FILE), false),
    () => performance.now(),
  );
  const keyOf = createTenantKeys(database.db, masterKeys);
  const make = async (number: number): Promise<Tenant> => {
    const mark = markOf(number);
    const tenantId = await createTenant(operator, masterKeys, { name: `Tenant ${mark}` });
    const companyId = await createCompany(operator, tenantId, { name: `Shop ${mark}` });
    const { clientId, secret, key } = await createServiceAccount(operator, {
      ...{ tenantId, account: mark, scopes: [...SCOPES], withKey: number === count - 1, withSecret: true },
    });
    const subject = `${mark}@${tenantId}.${new URL(issuer).host}`;
    const endpoint = await registerEndpoint(database.db, await keyOf(tenantId), {
      ...{ tenantId, companyId, url: `${webhookUrl}/${mark}`, loopbackAllowed: true },
    });
    const { ratePerSecond, rateBurst } = await readTenant(operator, tenantId);
    const clientSecret = secret?.clientSecret ?? '';
    return {
      mark,
      surname: surnameOf(mark),
      companyId,
      clientId,
      clientSecret,
      webhookSecret: endpoint.secret,
      ratePerSecond,
      rateBurst,
      assertionKey: key && { issuer, subject, keyId: key.keyId, privateKeyPem: key.privateKeyPem },
    };
  };
  try {
    const made: Tenant[] = [];
    while (made.length < count) {
      const few = Array.from({ length: Math.min(POOL_SIZE, count - made.length) }, (_, more) => more);
      made.push(...(await Promise.all(few.map((more) => make(made.length + more)))));
    }
    return made;
  } finally {
    await database.close();
  }
}
