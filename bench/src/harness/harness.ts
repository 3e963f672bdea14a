import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceDatabase } from '@titular/embedded-postgres/home/credentials.ts';
import {
  defaultSystemDirectory,
  findHome,
  removeOutsideHome,
} from '@titular/embedded-postgres/home/locate-home.ts';
import { startEmbeddedDatabase } from '@titular/embedded-postgres/process/start-embedded-database.ts';
import { takeOverPostmaster } from '@titular/embedded-postgres/process/take-over-postmaster.ts';
import { createServiceAccount } from '@titular/server/access-tokens/accounts/administer-accounts.ts';
import { readConfig } from '@titular/server/config/config.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import type { CompanyId, TenantId } from '@titular/server/kernel/base/id.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { migrate } from '@titular/server/kernel/database/migrate/migrate.ts';
import type { Tables } from '@titular/server/kernel/database/tables/tables.ts';
import { createCompany, createTenant } from '@titular/server/tenants/administer-tenants.ts';
import { type MasterKeys, openMasterKeys } from '@titular/server/tenants/keys/master-key.ts';
import { loadMasterKeys } from '@titular/server/tenants/keys/master-key-file.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type Child, startChild } from './child.ts';

/** A tenant without a limit that bites, an account of it with its credentials, and a token. */
export type BenchTenant = {
  tenantId: TenantId;
  companyId: CompanyId;
  token: string;
  account: string;
  clientId: string;
  clientSecret: string;
  keyId: string;
  privateKeyPem: string;
};

/** A durable database, the service on it in a process of its own, and our own connections to the same database. */
export type Harness = {
  url: string;
  /** Holds the data directory `database` and the file `master.key`; goes with the harness. */
  directory: string;
  database: Database;
  /** The same database through `pg` as it comes, without names for statements. */
  plain: Kysely<Tables>;
  tenants: BenchTenant[];
  masterKeys: MasterKeys;
  connectionString: string;
  /** Of the same database, for what its owner may not do, such as filling it without its triggers. */
  superuserConnectionString: string;
  server: Child;
  /** Settings of the service, as environment variables, with which another can be started beside it. */
  environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
};

const NO_LIMIT = 100_000;
/** Connections of each program that is measured. */
export const POOL_SIZE = 20;

/** Sets the rate of a tenant, so many requests a second and at once. */
export async function limitRate(db: Kysely<Tables>, tenantId: TenantId, perSecond: number): Promise<void> {
  await db
    .updateTable('tenants')
    .set({ rate_per_second: perSecond, rate_burst: perSecond })
    .where('tenant_id', '=', tenantId)
    .execute();
}

/** Gets an access token by client id and secret. */
export async function fetchToken(url: string, clientId: string, clientSecret: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const response = await fetch(`${url}/oauth2/token`, { method: 'POST', body });
  return ((await response.json()) as { access_token: string }).access_token;
}

async function addBenchTenant(url: string, database: Database, masterKeys: MasterKeys): Promise<BenchTenant> {
  const { db } = database;
  const operator = { db, clock: systemClock, actor: 'bench' };
  const tenantId = await createTenant(operator, masterKeys, { name: 'Bench' });
  await db
    .updateTable('tenants')
    .set({ rate_per_second: NO_LIMIT, rate_burst: NO_LIMIT, concurrency_limit: 10_000 })
    .where('tenant_id', '=', tenantId)
    .execute();
  const companyId = await createCompany(operator, tenantId, { name: 'Bench Shop' });
  const account = 'shop';
  const made = await createServiceAccount(operator, {
    tenantId,
    account,
    scopes: ['transactions:write', 'transactions:read'],
    withKey: true,
    withSecret: true,
  });
  if (!made.key || !made.secret) throw new Error('the account was made with a key and a secret');
  const { clientId, key, secret } = made;
  const { clientSecret } = secret;
  const token = await fetchToken(url, clientId, clientSecret);
  return { tenantId, companyId, token, account, clientId, clientSecret, ...key };
}

const PREFIX = 'titular-bench-';
const OWNER = 'process-id';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Ends the servers of benches that were killed without a chance to do so, and removes their directories. */
async function sweepLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const directory of names.map((name) => join(tmpdir(), name))) {
    const owner = Number(await readFile(join(directory, OWNER), 'utf8').catch(() => Number.NaN));
    if (Number.isNaN(owner) || isAlive(owner)) continue;
    const dataDirectory = join(directory, 'database');
    const home = await findHome({ dataDirectory, systemDirectory: defaultSystemDirectory }).catch(
      () => undefined,
    );
    if (home) await takeOverPostmaster(join(home.directory, 'cluster'), () => undefined);
    await removeOutsideHome(dataDirectory);
    await rm(directory, { recursive: true, force: true });
  }
}

type Closer = () => Promise<unknown>;

const harnesses = new Set<Closer[]>();

async function closeAll(closers: Closer[]): Promise<void> {
  harnesses.delete(closers);
  for (const close of closers.splice(0).reverse()) await close();
}

/** Closes what is open, and what is just being opened, as far as it has come. */
export async function closeHarnesses(): Promise<void> {
  for (const closers of [...harnesses]) await closeAll(closers);
}

async function makeDirectory(closers: Closer[]): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), PREFIX));
  closers.push(async () => {
    await removeOutsideHome(join(directory, 'database'));
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  });
  // Lets the account that runs PostgreSQL for root pass through.
  await chmod(directory, 0o711);
  await writeFile(join(directory, OWNER), String(process.pid));
  return directory;
}

async function open(
  tenantCount: number,
  program: string,
  closers: Closer[],
): Promise<Omit<Harness, 'close'>> {
  const directory = await makeDirectory(closers);
  const dataDirectory = join(directory, 'database');
  const starting = startEmbeddedDatabase({ dataDirectory, log: () => undefined });
  // Noted before it runs: a signal may come while it starts.
  closers.push(() =>
    starting.then(
      ({ stop }) => stop(),
      () => undefined,
    ),
  );
  const { connectionString, superuserConnectionString: ofServer } = await starting;
  const superuserConnectionString = ofServer.replace('@/postgres?', `@/${serviceDatabase}?`);
  await migrate(connectionString);
  const port = await findFreePort();
  const env = {
    PORT: String(port),
    DATABASE_URL: connectionString,
    TITULAR_DATA_DIR: directory,
    TITULAR_DATABASE_POOL: String(POOL_SIZE),
  };
  const config = readConfig(env);
  const pool = new pg.Pool({ connectionString, max: POOL_SIZE });
  pool.on('error', () => undefined);
  const plain = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  closers.push(() => plain.destroy());
  const database = connect(connectionString, POOL_SIZE, () => undefined);
  closers.push(database.close);
  const server = await startChild(program, JSON.stringify(env));
  closers.push(server.stop);
  const readKeys = () => loadMasterKeys(join(directory, 'master.key'), false);
  const masterKeys = await openMasterKeys(readKeys, () => performance.now());
  const tenants: BenchTenant[] = [];
  for (let index = 0; index < tenantCount; index += 1) {
    tenants.push(await addBenchTenant(config.publicUrl, database, masterKeys));
  }
  const url = config.publicUrl;
  return {
    ...{ url, directory, database, plain, tenants, masterKeys, server },
    ...{ connectionString, superuserConnectionString },
    environment: env,
  };
}

/** Starts all of it in a temporary directory that `close` removes; `program` serves. */
export async function openHarness(tenantCount: number, program = 'harness/serve.ts'): Promise<Harness> {
  await sweepLeftovers();
  const closers: Closer[] = [];
  harnesses.add(closers);
  try {
    return { ...(await open(tenantCount, program, closers)), close: () => closeAll(closers) };
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}
