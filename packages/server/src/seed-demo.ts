import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { registerServiceAccount } from './access-tokens/register-service-account.ts';
import { newId } from './base/id.ts';
import type { Config } from './config.ts';
import type { Database } from './database/connect.ts';
import type { MasterKey } from './tenants/master-key.ts';
import { createTenantKeys, newWrappedDataKey } from './tenants/tenant-keys.ts';
import { findTenant, insertCompany, insertTenant } from './tenants/tenant-store.ts';
import { registerEndpoint } from './webhooks/register-endpoint.ts';

/** What a script needs to play the demo's merchant; stands in demo.json, mode 0600. */
export type Demo = {
  baseUrl: string;
  tokenUrl: string;
  issuer: string;
  tenantId: string;
  companyId: string;
  account: string;
  keyId: string;
  privateKey: string;
  clientId: string;
  clientSecret: string;
  webhookUrl: string;
  webhookSecret: string;
};

/** Where the demo's credentials stand. */
export const demoFile = (config: Config): string => join(config.dataDirectory, 'demo.json');

/** A curl configuration with the demo's client credentials, so that no secret stands on a command line. */
export const curlFile = (config: Config): string => join(config.dataDirectory, 'demo.curl');

const DEMO_ACCOUNT = 'demo-merchant';

const addresses = (config: Config): Pick<Demo, 'baseUrl' | 'tokenUrl' | 'issuer'> => ({
  baseUrl: `${config.publicUrl}/api/public/v1`,
  tokenUrl: `${config.publicUrl}/oauth2/token`,
  issuer: config.publicUrl,
});

async function readDemo(file: string): Promise<Demo | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  return text === undefined ? undefined : JSON.parse(text);
}

async function writePrivately(file: string, text: string): Promise<void> {
  const draft = `${file}.new`;
  await rm(draft, { force: true });
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

async function createDemo(config: Config, database: Database, masterKey: MasterKey): Promise<Demo> {
  const tenantId = newId();
  const companyId = newId();
  const webhookUrl = `http://127.0.0.1:${config.port === 65535 ? 65534 : config.port + 1}/webhook`;
  return database.db.transaction().execute(async (trx) => {
    await insertTenant(trx, tenantId, 'Demo tenant', newWrappedDataKey(masterKey, tenantId));
    await insertCompany(trx, tenantId, companyId, 'Demo Shop');
    const credentials = await registerServiceAccount(trx, {
      tenantId,
      account: DEMO_ACCOUNT,
      scopes: ['transactions:write', 'transactions:read'],
    });
    const tenantKey = await createTenantKeys(trx, masterKey)(tenantId);
    const endpoint = await registerEndpoint(trx, tenantKey, {
      tenantId,
      companyId,
      url: webhookUrl,
      environment: config.environment,
      loopbackAllowed: true,
    });
    return {
      ...addresses(config),
      tenantId,
      companyId,
      account: DEMO_ACCOUNT,
      keyId: credentials.keyId,
      privateKey: credentials.privateKeyPem,
      clientId: credentials.clientId,
      clientSecret: credentials.clientSecret,
      webhookUrl,
      webhookSecret: endpoint.secret,
    };
  });
}

/** Makes sure of a demo tenant with company, account and webhook endpoint, and that demo.json tells the present addresses; only in `test`. */
export async function seedDemo(config: Config, database: Database, masterKey: MasterKey): Promise<Demo> {
  const file = demoFile(config);
  const known = await readDemo(file);
  const isOurs = known !== undefined && (await findTenant(database.db, known.tenantId)) !== undefined;
  const demo = isOurs ? { ...known, ...addresses(config) } : await createDemo(config, database, masterKey);
  await writePrivately(file, `${JSON.stringify(demo, null, 2)}\n`);
  await writePrivately(curlFile(config), `user = "${demo.clientId}:${demo.clientSecret}"\n`);
  return demo;
}
