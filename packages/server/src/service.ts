import { randomInt } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { deleteExpiredAssertions } from './access-tokens/assertion-store.ts';
import { createAccessTokens } from './access-tokens/create-access-tokens.ts';
import { startBackground } from './background.ts';
import { type Clock, systemClock } from './base/clock.ts';
import { createLog, type Log } from './base/log.ts';
import { SAME_PERSON_THRESHOLD } from './biometrics/comparison.ts';
import type { FaceEngine } from './biometrics/face-engine.ts';
import { startFaceEngine } from './biometrics/worker-face-engine.ts';
import { captureRoutes } from './captures/capture-routes.ts';
import { readPageFiles } from './captures/page-files.ts';
import { createSdkTokenIssuer, createSdkTokenVerifier } from './captures/sdk-token.ts';
import type { Config } from './config.ts';
import { connect, type Database } from './database/connect.ts';
import { keepDatabaseRunning } from './database/embedded/keep-database-running.ts';
import { migrate } from './database/migrate.ts';
import { healthRoutes } from './health-routes.ts';
import type { Route } from './http/route.ts';
import { createServer } from './http/server.ts';
import { createRateLimiter } from './rate-limits/rate-limiter.ts';
import { checkDeployment, loadMasterKey, type MasterKey } from './tenants/master-key.ts';
import { createSettings } from './tenants/settings-cache.ts';
import { createTenantKeys } from './tenants/tenant-keys.ts';
import { createTransactionSubjects } from './transactions/serve-capture.ts';
import { transactionRoutes } from './transactions/transaction-routes.ts';
import { transactionTasks } from './transactions/transaction-tasks.ts';
import { webhookTasks } from './webhooks/webhook-tasks.ts';

/** What tests may replace: the clock, the engine (shared between services of one process), where logs go. */
export type ServiceOverrides = { clock?: Clock; engine?: FaceEngine; log?: Log };

/** A service that listens; `close` ends requests, jobs, engine and database in that order. */
export type Service = {
  database: Database;
  masterKey: MasterKey;
  routes: readonly Route[];
  close(): Promise<void>;
};

const MASTER_KEY_FILE = 'master.key';

type Closer = () => Promise<unknown>;

async function closeAll(closers: Closer[], log: Log): Promise<void> {
  for (const close of closers.reverse()) {
    await close().catch((error: unknown) => log.error({ err: error }, 'fault while stopping'));
  }
}

async function openDatabase(config: Config, log: Log, closers: Closer[]): Promise<Database> {
  let connectionString = config.databaseUrl;
  if (!connectionString) {
    const embedded = await keepDatabaseRunning({
      dataDirectory: config.dataDirectory,
      log: (line) => log.warn({ part: 'database' }, line),
    });
    closers.push(embedded.stop);
    connectionString = embedded.connectionString;
  }
  await migrate(connectionString);
  const database = connect(connectionString, config.databasePoolSize, (error) => {
    log.warn({ err: error }, 'a database connection was lost');
  });
  closers.push(database.close);
  return database;
}

async function openMasterKey(config: Config, database: Database): Promise<MasterKey> {
  const file = config.masterKeyFile ?? join(config.dataDirectory, MASTER_KEY_FILE);
  const masterKey = await loadMasterKey(file, config.masterKeyFile === undefined);
  await checkDeployment(database.db, config.environment, masterKey);
  return masterKey;
}

async function openEngine(
  config: Config,
  overrides: ServiceOverrides,
  closers: Closer[],
): Promise<FaceEngine> {
  if (overrides.engine) return overrides.engine;
  const engine = await startFaceEngine({ threads: config.engineThreads });
  closers.push(() => engine.close());
  return engine;
}

/** A number in [0, 1) that nobody can foresee. */
const unpredictable = (): number => randomInt(2 ** 32) / 2 ** 32;

async function wire(
  config: Config,
  overrides: ServiceOverrides,
  log: Log,
  closers: Closer[],
): Promise<Service> {
  const clock = overrides.clock ?? systemClock;
  const engineStarting = openEngine(config, overrides, closers);
  engineStarting.catch(() => undefined);
  const pageFiles = await readPageFiles();
  const database = await openDatabase(config, log, closers);
  const { db } = database;
  const masterKey = await openMasterKey(config, database);
  const { publicUrl, environment } = config;
  const tokens = await createAccessTokens({ db, masterKey, clock, issuer: publicUrl, environment, log });
  const settings = createSettings(db, clock);
  const tenantKeys = createTenantKeys(db, masterKey);
  const engine = await engineStarting;
  const common = { db, clock, settings, tenantKeys, publicUrl, samePersonThreshold: SAME_PERSON_THRESHOLD };
  const issueSdkToken = createSdkTokenIssuer(tokens.signingKeys, publicUrl, environment);
  let stopping = false;
  const routes: Route[] = [
    ...healthRoutes(db, () => stopping),
    ...tokens.routes,
    ...transactionRoutes({ ...common, issueSdkToken, linkLifetimeSeconds: config.linkLifetimeSeconds }),
    ...captureRoutes({
      ...common,
      engine,
      pageFiles,
      random: unpredictable,
      verifySdkToken: createSdkTokenVerifier(tokens.signingKeys, publicUrl, environment),
      subjects: createTransactionSubjects(db, settings, tenantKeys),
      sessionLifetimeSeconds: config.linkLifetimeSeconds,
      maximumAttempts: config.maximumAttempts,
      challengeStepSeconds: config.challengeStepSeconds,
    }),
  ];
  const findRatePolicy = async (tenantId: string) => {
    const tenant = await settings.findTenant(tenantId);
    return { ratePerSecond: tenant?.ratePerSecond ?? 1, burst: tenant?.rateBurst ?? 1 };
  };
  const app = createServer(
    routes,
    {
      verifyAccessToken: tokens.verify,
      takeFromBudget: createRateLimiter(db, findRatePolicy, () => performance.now()),
      findConcurrencyLimit: async (tenantId) => (await settings.findTenant(tenantId))?.concurrencyLimit ?? 1,
    },
    log,
  );
  const background = await startBackground(
    database.pool,
    {
      ...transactionTasks({
        ...common,
        engineVersion: engine.version,
        matchThreshold: config.matchThreshold,
      }),
      ...webhookTasks({ db, tenantKeys, clock, environment, random: unpredictable, log }),
      'delete-expired-assertions': async () => {
        await deleteExpiredAssertions(db, clock.now());
      },
    },
    log,
  );
  closers.push(
    () => background.stop(),
    () => app.close(),
  );
  await app.listen({ host: config.host, port: config.port });
  const close = async (): Promise<void> => {
    stopping = true;
    await closeAll(closers, log);
  };
  return { database, masterKey, routes, close };
}

/** Starts everything the configuration asks for and resolves when requests are served; a failed start leaves nothing running. */
export async function startService(config: Config, overrides: ServiceOverrides = {}): Promise<Service> {
  const log = overrides.log ?? createLog(config.logLevel);
  const closers: Closer[] = [];
  await mkdir(config.dataDirectory, { recursive: true, mode: 0o700 });
  try {
    return await wire(config, overrides, log, closers);
  } catch (error) {
    await closeAll(closers, log);
    throw error;
  }
}
