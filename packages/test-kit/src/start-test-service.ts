import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCOPES, type Scope } from '@titular/contract';
import { createServiceAccount } from '@titular/server/access-tokens/accounts/administer-accounts.ts';
import type { Operator } from '@titular/server/audit/operator.ts';
import { type Config, readConfig } from '@titular/server/config/config.ts';
import { type Clock, systemClock } from '@titular/server/kernel/base/clock.ts';
import type { CompanyId, TenantId } from '@titular/server/kernel/base/id.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { type Service, type ServiceOverrides, startService } from '@titular/server/service.ts';
import { createCompany, createTenant } from '@titular/server/tenants/administer-tenants.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { LOWEST_HASH_COSTS } from '@titular/server/users/index.ts';
import { cloneDatabase } from './database/clone-database.ts';
import { createLazyFaceEngine } from './faces/lazy-face-engine.ts';
import { findFreePort } from './free-port.ts';
import type { ManualClock } from './time/manual-clock.ts';

/** A real service on a database of its own; `config` may be reused to start a second process on the same database. */
export type TestService = {
  url: string;
  config: Config;
  service: Service;
  /** The clock of the service, where the test gave it one. */
  clock: Clock;
  /** Moves the service's clock, where the test gave it one that stands; false where it goes by itself. */
  moveClock(seconds: number): boolean;
  /** Takes the database away under the running service. */
  loseDatabase(): Promise<void>;
  close(): Promise<void>;
};

/** Settings a test changes, as environment variables, and parts it shares or moves. */
export type TestServiceOptions = ServiceOverrides & {
  env?: Record<string, string>;
  sharedWith?: Pick<TestService, 'config'>;
};

/** Where a test says what engine it wants, or its pictures come in jobs that are tried again late, the service starts the engine as it does anywhere. */
const ENGINE_SETTINGS = [
  'TITULAR_ENGINE_THREADS',
  'TITULAR_FACE_ENGINE_URL',
  'TITULAR_IDENTITY_PLATFORM_URL',
];

/** Starts a service listening on a free loopback port; with `sharedWith`, a second one on the same database and master key. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { env = {}, sharedWith, ...overrides } = options;
  const port = await findFreePort();
  const database = sharedWith ? undefined : await cloneDatabase();
  const directory = sharedWith?.config.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'titular-test-')));
  const config = readConfig({
    DATABASE_URL: database?.connectionString ?? sharedWith?.config.databaseUrl,
    TITULAR_DATA_DIR: directory,
    TITULAR_ERASURE_LEDGER: join(directory, 'erasures.ledger'),
    TITULAR_ENGINE_THREADS: '1',
    TITULAR_DATABASE_POOL: '8',
    TITULAR_FAILED_AUTHENTICATIONS: '100000',
    // Tests share the machine: what they are refused must not hang on what else runs on it.
    TITULAR_OVERLOAD_MS: '0',
    ...(sharedWith ? { TITULAR_PUBLIC_URL: sharedWith.config.publicUrl } : {}),
    ...(sharedWith?.config.portalUrl ? { TITULAR_PORTAL_URL: sharedWith.config.portalUrl } : {}),
    PORT: String(port),
    ...env,
  });
  const engine = ENGINE_SETTINGS.some((name) => name in env) ? undefined : createLazyFaceEngine();
  const service = await startService(config, {
    log: createLog('silent'),
    ...(engine ? { engine } : {}),
    hashCosts: LOWEST_HASH_COSTS,
    ...overrides,
  });
  const close = async (): Promise<void> => {
    await service.close();
    await engine?.close();
    if (sharedWith) return;
    await database?.drop();
    await rm(directory, { recursive: true, force: true });
  };
  const loseDatabase = async (): Promise<void> => {
    await database?.drop();
  };
  const moveClock = (seconds: number): boolean => {
    const { clock } = overrides;
    if (!clock || !('advanceSeconds' in clock)) return false;
    (clock as ManualClock).advanceSeconds(seconds);
    return true;
  };
  const clock = overrides.clock ?? systemClock;
  return { url: `http://127.0.0.1:${port}`, config, service, clock, moveClock, loseDatabase, close };
}

/** A tenant made for one test, with one company and one account that may do everything. */
export type TestTenant = {
  tenantId: TenantId;
  companyId: CompanyId;
  account: string;
  clientId: string;
  clientSecret: string;
  keyId: string;
  privateKeyPem: string;
};

/** Limits and rules a test changes. */
export type TestTenantOptions = {
  ratePerSecond?: number;
  rateBurst?: number;
  concurrencyLimit?: number;
  scopes?: Scope[];
};

/** The operator of a test, on the database of the service. */
export const operatorOf = (target: TestService): Operator => ({
  db: target.service.database.db,
  clock: systemClock,
  actor: 'test',
});

/** Adds an account with a generated key and a secret to a tenant. */
export async function addAccount(
  target: TestService,
  tenantId: TenantId,
  account: string,
  scopes: readonly Scope[],
): Promise<Pick<TestTenant, 'clientId' | 'clientSecret' | 'keyId' | 'privateKeyPem'>> {
  const input = { tenantId, account, scopes, withKey: true, withSecret: true };
  const { clientId, key, secret } = await createServiceAccount(operatorOf(target), input);
  if (!key || !secret) throw new Error('the account was made with a key and a secret');
  const { keyId, privateKeyPem } = key;
  return { clientId, clientSecret: secret.clientSecret, keyId, privateKeyPem };
}

/** Adds a tenant; its rate is high unless the test says otherwise, so that only tests of the limit meet it. */
export async function addTenant(target: TestService, options: TestTenantOptions = {}): Promise<TestTenant> {
  const { db } = target.service.database;
  const operator = operatorOf(target);
  const account = 'shop';
  const tenantId = await createTenant(operator, target.service.masterKeys, { name: 'Test tenant' });
  await db
    .updateTable('tenants')
    .set({
      rate_per_second: options.ratePerSecond ?? 10_000,
      rate_burst: options.rateBurst ?? 10_000,
      concurrency_limit: options.concurrencyLimit ?? 1_000,
    })
    .where('tenant_id', '=', tenantId)
    .execute();
  const companyId = await createCompany(operator, tenantId, { name: 'Test Shop' });
  const scopes = options.scopes ?? [...SCOPES];
  const credentials = await addAccount(target, tenantId, account, scopes);
  return { tenantId, companyId, account, ...credentials };
}

/** Gets an access token for the tenant's account by client credentials. */
export async function fetchToken(target: TestService, tenant: TestTenant): Promise<string> {
  const response = await fetch(`${target.url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: tenant.clientId,
      client_secret: tenant.clientSecret,
    }),
  });
  if (!response.ok) throw new Error(`no token: ${response.status} ${await response.text()}`);
  const body = (await response.json()) as { access_token: string };
  return body.access_token;
}

/** Opens the data of a tenant, for tests that look at what was stored. */
export const openTenantKey = (target: TestService, tenantId: TenantId) =>
  createTenantKeys(target.service.database.db, target.service.masterKeys)(tenantId);
