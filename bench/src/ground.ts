import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerServiceAccount } from '@titular/server/access-tokens/register-service-account.ts';
import { newId } from '@titular/server/base/id.ts';
import { readConfig } from '@titular/server/config.ts';
import { connect, type Database } from '@titular/server/database/connect.ts';
import { startEmbeddedDatabase } from '@titular/server/database/embedded/start-embedded-database.ts';
import { migrate } from '@titular/server/database/migrate.ts';
import type { Tables } from '@titular/server/database/tables.ts';
import { loadMasterKey } from '@titular/server/tenants/master-key.ts';
import { newWrappedDataKey } from '@titular/server/tenants/tenant-keys.ts';
import { insertCompany, insertTenant } from '@titular/server/tenants/tenant-store.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type Child, startChild } from './child.ts';

/** A tenant without a limit that bites, and a token for it. */
export type BenchTenant = { tenantId: string; companyId: string; token: string };

/** A durable database, the service on it in a process of its own, and our own connections to the same database. */
export type Ground = {
  url: string;
  database: Database;
  /** The same database through `pg` as it comes, without names for statements. */
  plain: Kysely<Tables>;
  tenants: BenchTenant[];
  server: Child;
  close(): Promise<void>;
};

const NO_LIMIT = 100_000;
const POOL_SIZE = 20;

async function fetchToken(url: string, clientId: string, clientSecret: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const response = await fetch(`${url}/oauth2/token`, { method: 'POST', body });
  return ((await response.json()) as { access_token: string }).access_token;
}

async function addBenchTenant(
  url: string,
  database: Database,
  wrappedDataKey: (id: string) => Buffer,
): Promise<BenchTenant> {
  const { db } = database;
  const tenantId = newId();
  const companyId = newId();
  await insertTenant(db, tenantId, 'Bench', wrappedDataKey(tenantId));
  await db
    .updateTable('tenants')
    .set({ rate_per_second: NO_LIMIT, rate_burst: NO_LIMIT, concurrency_limit: 10_000 })
    .where('tenant_id', '=', tenantId)
    .execute();
  await insertCompany(db, tenantId, companyId, 'Bench Shop');
  const scopes = ['transactions:write', 'transactions:read'] as const;
  const { clientId, clientSecret } = await registerServiceAccount(db, {
    tenantId,
    account: 'shop',
    scopes: [...scopes],
  });
  return { tenantId, companyId, token: await fetchToken(url, clientId, clientSecret) };
}

/** Starts all of it in a temporary directory that `close` removes. */
export async function openGround(tenantCount: number): Promise<Ground> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-bench-'));
  const embedded = await startEmbeddedDatabase({
    dataDirectory: join(directory, 'database'),
    log: () => undefined,
  });
  await migrate(embedded.connectionString);
  const port = await findFreePort();
  const env = {
    PORT: String(port),
    DATABASE_URL: embedded.connectionString,
    TITULAR_DATA_DIR: directory,
    TITULAR_DATABASE_POOL: String(POOL_SIZE),
  };
  const config = readConfig(env);
  const server = await startChild('./serve.ts', JSON.stringify(env));
  const database = connect(embedded.connectionString, POOL_SIZE, () => undefined);
  const pool = new pg.Pool({ connectionString: embedded.connectionString, max: POOL_SIZE });
  const plain = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const masterKey = await loadMasterKey(join(directory, 'master.key'), false);
  const tenants: BenchTenant[] = [];
  for (let index = 0; index < tenantCount; index += 1) {
    tenants.push(await addBenchTenant(config.publicUrl, database, (id) => newWrappedDataKey(masterKey, id)));
  }
  const close = async (): Promise<void> => {
    await server.stop();
    await database.close();
    await plain.destroy();
    await embedded.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { url: config.publicUrl, database, plain, tenants, server, close };
}
