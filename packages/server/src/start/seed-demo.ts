import { SCOPES } from '@titular/contract';
import { createServiceAccount } from '../access-tokens/index.ts';
import type { Config } from '../config/config.ts';
import { curlFile, type Demo, demoFile, readDemo } from '../config/demo-file.ts';
import { systemClock } from '../kernel/base/clock.ts';
import { invariant } from '../kernel/base/invariant.ts';
import { writePrivately } from '../kernel/base/write-privately.ts';
import { type Database, withAdvisoryLock } from '../kernel/database/connect.ts';
import { changeSettings, parseSettings } from '../settings/index.ts';
import {
  createCompany,
  createTenant,
  createTenantKeys,
  findTenant,
  type MasterKeys,
} from '../tenants/index.ts';
import { registerEndpoint } from '../webhooks/index.ts';

export type { Demo } from '../config/demo-file.ts';

const DEMO_ACCOUNT = 'demo-merchant';
/** The colour of the example shop, so that shop and page look like one. */
const DEMO_COLOUR = '#8a3b12';
const DEMO_LOCK_KEY = 7_483_503;

const addresses = (config: Config): Pick<Demo, 'baseUrl' | 'tokenUrl' | 'issuer'> => ({
  baseUrl: `${config.publicUrl}/api/public/v1`,
  tokenUrl: `${config.publicUrl}/oauth2/token`,
  issuer: config.publicUrl,
});

async function createDemo(config: Config, database: Database, masterKeys: MasterKeys): Promise<Demo> {
  const merchantPort = config.port === 65535 ? 65534 : config.port + 1;
  const webhookUrl = `http://127.0.0.1:${merchantPort}/webhook`;
  const operator = { db: database.db, clock: systemClock, actor: 'service' };
  const tenantId = await createTenant(operator, masterKeys, { name: 'Demo tenant' });
  const companyId = await createCompany(operator, tenantId, { name: 'Demo Shop' });
  // Whoever tries the demo is one person under many invented identities.
  const anyFace = ['face-of-another-identity', 'approve'] as const;
  const exampleShop = ['web-origins', `http://localhost:${merchantPort}`] as const;
  const colour = ['brand-colour', DEMO_COLOUR] as const;
  const settings = parseSettings('company', new Map([anyFace, exampleShop, colour]));
  await changeSettings(operator, { kind: 'company', tenantId, companyId }, settings);
  const { clientId, key, secret } = await createServiceAccount(operator, {
    tenantId,
    account: DEMO_ACCOUNT,
    scopes: [...SCOPES],
    withKey: true,
    withSecret: true,
  });
  invariant(key && secret, 'the account was made with a key and a secret');
  const tenantKey = await createTenantKeys(database.db, masterKeys)(tenantId);
  const endpoint = await registerEndpoint(database.db, tenantKey, {
    tenantId,
    companyId,
    url: webhookUrl,
    loopbackAllowed: true,
  });
  return {
    ...addresses(config),
    tenantId,
    companyId,
    account: DEMO_ACCOUNT,
    keyId: key.keyId,
    privateKey: key.privateKeyPem,
    clientId,
    clientSecret: secret.clientSecret,
    webhookUrl,
    webhookSecret: endpoint.secret,
  };
}

async function findOrCreateDemo(config: Config, database: Database, masterKeys: MasterKeys): Promise<Demo> {
  const known = await readDemo(demoFile(config));
  const isOurs = known !== undefined && (await findTenant(database.db, known.tenantId)) !== undefined;
  const demo = isOurs ? { ...known, ...addresses(config) } : await createDemo(config, database, masterKeys);
  await writePrivately(demoFile(config), `${JSON.stringify(demo, null, 2)}\n`);
  await writePrivately(curlFile(config), `user = "${demo.clientId}:${demo.clientSecret}"\n`);
  return demo;
}

/** Makes sure of a demo tenant with company, account and webhook endpoint, and that demo.json tells the present addresses; only in `test`. Of two starts at once the second finds the demo of the first. */
export const seedDemo = (config: Config, database: Database, masterKeys: MasterKeys): Promise<Demo> =>
  withAdvisoryLock(database.pool, DEMO_LOCK_KEY, () => findOrCreateDemo(config, database, masterKeys));
