import { randomInt } from 'node:crypto';
import type { TaskList } from 'graphile-worker';
import { SIGNED_LIFETIMES } from './access-tokens/signing-keys/rotate-signing-keys.ts';
import { accessTokenTasks } from './access-tokens/tokens/access-token-tasks.ts';
import { type AccessTokens, createAccessTokens } from './access-tokens/tokens/create-access-tokens.ts';
import type { WrongMovements } from './captures/attempts/submit-frame.ts';
import { createOpeningGuard } from './captures/links/guard-openings.ts';
import { createSdkTokenIssuer, createSdkTokenVerifier } from './captures/links/sdk-token.ts';
import type { CaptureSubjects } from './captures/subjects/capture-subject.ts';
import { combineSubjects } from './captures/subjects/combine-subjects.ts';
import type { Config } from './config/config.ts';
import { erasureTasks } from './erasure/erasure-tasks.ts';
import { createEvidenceMaker } from './evidence/create-evidence.ts';
import { createReceiptSigner } from './evidence/receipt.ts';
import type { FaceEngine } from './faces/engine/face-engine.ts';
import { type Galleries, startGalleries } from './faces/gallery/gallery.ts';
import { SAME_PERSON_THRESHOLD } from './faces/measure/comparison.ts';
import { type PageFiles, readPageFiles } from './hosted-files/page-files.ts';
import { readSdkFiles, type SdkFiles } from './hosted-files/sdk-files.ts';
import type { Clock } from './kernel/base/clock.ts';
import { createLog, type Log } from './kernel/base/log.ts';
import { createSecurityLog, type NoteSecurity } from './kernel/base/security-log.ts';
import type { Database } from './kernel/database/connect.ts';
import type { FindTenantLimits } from './kernel/http/admission/admission.ts';
import { refuseErrorInjection } from './kernel/http/error-injection.ts';
import type { Admission } from './kernel/http/server.ts';
import { createServer } from './kernel/http/server.ts';
import { releaseAbandonedJobs, startBackground } from './kernel/jobs/background.ts';
import type { NodeWatch } from './nodes/watch-node.ts';
import { createBuiltInPlatform } from './processes/built-in/built-in-platform.ts';
import { createProcessSubjects } from './processes/built-in/process-subject.ts';
import type { ExternalPlatform } from './processes/external/external-platform.ts';
import { platformTasks } from './processes/external/platform-tasks.ts';
import { NO_PROCESS_SCENARIOS } from './processes/process-scenarios.ts';
import { isProcess } from './processes/process-store.ts';
import { processTasks } from './processes/process-tasks.ts';
import { createRateLimiter } from './rate-limits/rate-limiter.ts';
import { apiCallTasks } from './request-log/api-call-tasks.ts';
import { type CallRecorder, startCallRecorder } from './request-log/record-calls.ts';
import { type RouteDeps, routeTable } from './route-table.ts';
import type { Sandbox } from './sandbox/load-sandbox.ts';
import {
  type Closer,
  checkFiles,
  openDatabase,
  openDeployment,
  type Patience,
} from './start/open-database.ts';
import { openEngine } from './start/open-engine.ts';
import { type OpenedNode, openNode } from './start/open-node.ts';
import { openPlatform } from './start/open-platform.ts';
import { openSandbox } from './start/open-sandbox.ts';
import { closeInOrder, closeListener, closeTogether, drain } from './start/stop-service.ts';
import { createDeploymentKey, type OpenDeploymentKey } from './tenants/keys/deployment-keys.ts';
import type { MasterKeys } from './tenants/keys/master-key.ts';
import { createTenantKeys, type TenantKeys } from './tenants/keys/tenant-keys.ts';
import { warnOfOpenRedirects } from './tenants/redirects/warn-of-open-redirects.ts';
import { createSettings, type Settings } from './tenants/settings-cache.ts';
import { createTransactionSubjects } from './transactions/change/transaction-subject.ts';
import { NO_SCENARIOS } from './transactions/create/scenarios.ts';
import { transactionTasks } from './transactions/transaction-tasks.ts';
import { backlogTasks } from './webhooks/deliveries/backlog-tasks.ts';
import { endpointRules, type FindEndpointRules } from './webhooks/endpoints/endpoint-url.ts';
import { createSubscriptions, type Subscriptions } from './webhooks/events/subscriptions.ts';
import { deleteAllClaims } from './webhooks/queue/delivery-queue-store.ts';
import { startSending } from './webhooks/queue/start-sending.ts';

/** Whether an attempt goes on after a movement that was not asked for, and numbers in [0, 1) that challenges are drawn by. */
type Fixture = { wrongMovements: WrongMovements; random: () => number };

/** What tests may replace: the clock of the service, that of the machine, the engine (shared between services of one process), where logs go, what heeds no instruction, and what is drawn; and who hears that the start waits, and what ends that. */
export type ServiceOverrides = {
  clock?: Clock;
  machineClock?: Clock;
  engine?: FaceEngine;
  log?: Log;
  /** Done once the database is open, before anything is served; a fault of it ends the start. */
  prepare?: (prepared: Prepared) => Promise<void>;
} & Partial<Fixture> &
  Patience;

/** What is open before the first request. */
export type Prepared = Pick<Service, 'database' | 'masterKeys'>;

/** A service that listens; `close` drains, then ends requests and jobs, then database and engine. */
export type Service = {
  /** Where it listens, whatever its public address is. */
  url: string;
  engineVersion: string;
  engine: Pick<FaceEngine, 'analyse'>;
  database: Database;
  masterKeys: MasterKeys;
  close(): Promise<void>;
};

/** A number in [0, 1) that nobody can foresee. */
const unpredictable = (): number => randomInt(2 ** 32) / 2 ** 32;

/** Everything that is open before the first request can be served. */
type Resources = {
  clock: Clock;
  node: OpenedNode;
  log: Log;
  noteSecurity: NoteSecurity;
  database: Database;
  masterKeys: MasterKeys;
  engine: FaceEngine;
  pageFiles: PageFiles;
  sdkFiles: SdkFiles;
  tokens: AccessTokens;
} & Fixture;

async function openResources(
  config: Config,
  overrides: ServiceOverrides,
  log: Log,
  closers: Closer[],
): Promise<Resources> {
  // Cheapest first: nothing that takes long is begun before all that can be wrong with settings, files and database was looked at.
  await checkFiles(config);
  const pageFiles = await readPageFiles();
  const sdkFiles = await readSdkFiles();
  const database = await openDatabase(config, log, closers, overrides);
  const { machineClock } = overrides;
  const node = await openNode(config, database, { log, closers, machineClock });
  // All nodes go by the database's time, so that what one began another can judge.
  const clock = overrides.clock ?? node.clock;
  const masterKeys = await openDeployment(config, database, node.enter);
  const engineStarting = overrides.engine
    ? Promise.resolve(overrides.engine)
    : openEngine(config, { log, closers, random: unpredictable });
  engineStarting.catch(() => undefined);
  const tokens = await createAccessTokens({
    db: database.db,
    masterKeys,
    clock,
    log,
    issuer: config.publicUrl,
    environment: config.environment,
    failedAuthentications: config.failedAuthentications,
  });
  const { wrongMovements = 'end', random = unpredictable } = overrides;
  const engine = await engineStarting;
  const noteSecurity = createSecurityLog(log, () => performance.now());
  const files = { pageFiles, sdkFiles };
  const opened = { clock, node, log, noteSecurity, database, masterKeys, engine };
  return { ...opened, ...files, tokens, wrongMovements, random };
}

type Shared = {
  settings: Settings;
  tenantKeys: TenantKeys;
  faceHashKey: OpenDeploymentKey;
  subscriptions: Subscriptions;
  endpointRules: FindEndpointRules;
  /** The operator's own platform, where one is configured. */
  externalPlatform: ExternalPlatform | undefined;
};

/** What captures are made for: transactions, and processes of the platform inside. */
const createSubjects = (db: Database['db'], { settings, tenantKeys }: Shared): CaptureSubjects =>
  combineSubjects(
    db,
    createTransactionSubjects(db, settings, tenantKeys),
    createProcessSubjects(db, settings, tenantKeys),
    isProcess,
  );

function routeDeps(
  config: Config,
  resources: Resources,
  shared: Shared,
  sandbox: Sandbox | undefined,
  nodeWatch: NodeWatch,
): RouteDeps {
  const { publicUrl, environment, linkLifetimeSeconds } = config;
  const { maximumAttempts, retrySeconds, challengeStepSeconds } = config;
  const { db } = resources.database;
  const issueSdkToken = createSdkTokenIssuer(resources.tokens.signingKeys, publicUrl, environment);
  return {
    ...resources,
    ...shared,
    db,
    nodeWatch,
    ...resources.tokens,
    platformWebhookSecrets: config.identityPlatformWebhookSecrets ?? [],
    issuer: publicUrl,
    publicUrl,
    environment,
    linkLifetimeSeconds,
    sessionLifetimeSeconds: linkLifetimeSeconds,
    maximumAttempts,
    retrySeconds,
    challengeStepSeconds,
    samePersonThreshold: SAME_PERSON_THRESHOLD,
    issueSdkToken,
    verifySdkToken: createSdkTokenVerifier(resources.tokens.signingKeys, publicUrl, environment),
    signReceipt: createReceiptSigner(resources.tokens.signingKeys, publicUrl, environment),
    createEvidence: createEvidenceMaker(resources.tokens.signingKeys, publicUrl),
    subjects: createSubjects(db, shared),
    guardOpening: createOpeningGuard(() => performance.now(), {
      burst: config.failedAuthentications * 10,
      intervalSeconds: 1,
    }),
    sandbox,
    scenarios: sandbox?.scenarios ?? NO_SCENARIOS,
    processScenarios: sandbox?.processScenarios ?? NO_PROCESS_SCENARIOS,
    identityPlatform:
      shared.externalPlatform ?? createBuiltInPlatform({ issueSdkToken, publicUrl, linkLifetimeSeconds }),
  };
}

function admission(
  config: Config,
  resources: Resources,
  settings: Settings,
  calls: CallRecorder,
  sandbox: Sandbox | undefined,
): Admission {
  const findTenantLimits: FindTenantLimits = async (tenantId) => {
    const tenant = await settings.findTenant(tenantId);
    return {
      ratePerSecond: tenant?.ratePerSecond ?? 1,
      burst: tenant?.rateBurst ?? 1,
      concurrency: tenant?.concurrencyLimit ?? 1,
    };
  };
  return {
    verifyAccessToken: resources.tokens.verify,
    takeFromBudget: createRateLimiter(resources.database.db, findTenantLimits, () => performance.now()),
    findTenantLimits,
    recordCall: calls.record,
    injectError: sandbox?.injectError ?? refuseErrorInjection,
    noteSecurity: resources.noteSecurity,
    // A request holds one connection at a time, so that half of them stay for everybody else.
    maxConcurrency: Math.floor(config.databasePoolSize / 2),
  };
}

function backgroundTasks(
  config: Config,
  resources: Resources,
  shared: Shared,
  galleries: Galleries,
): TaskList {
  const { clock, log, noteSecurity, engine } = resources;
  const { db, pool } = resources.database;
  const deps = { db, clock, log, ...shared, environment: config.environment, random: unpredictable };
  const deciding = {
    ...deps,
    noteSecurity,
    galleries,
    engineVersion: engine.version,
    matchThreshold: config.matchThreshold,
    samePersonThreshold: SAME_PERSON_THRESHOLD,
  };
  const subjects = { ...transactionTasks(deciding), ...processTasks(deciding) };
  const tokens = accessTokenTasks({
    ...deps,
    masterKeys: resources.masterKeys,
    lifetimes: SIGNED_LIFETIMES,
    signingKeyDays: config.signingKeyDays,
  });
  const forgetting = {
    ...apiCallTasks(deps),
    ...erasureTasks({ ...deps, pool, isSweepOn: config.erasureSweep }),
  };
  const ofPlatform = platformTasks({ ...deps, engine, platform: shared.externalPlatform });
  return { ...subjects, ...ofPlatform, ...tokens, ...forgetting, ...backlogTasks(deps) };
}

/** Jobs and webhooks, which share nothing: receivers that hang delay no decision. What is begun goes to `work`, which ends together. */
async function startWork(
  config: Config,
  resources: Resources,
  shared: Shared,
  sandbox: Sandbox | undefined,
  work: Closer[],
): Promise<Galleries> {
  const { db, pool } = resources.database;
  // The embedded database is held by this process alone, so whoever held a job or a delivery before is gone.
  if (!config.databaseUrl) {
    await releaseAbandonedJobs(pool, true);
    await deleteAllClaims(db);
  }
  if (config.webhookLoopback)
    resources.log.warn('webhooks may go to loopback addresses (TITULAR_WEBHOOK_LOOPBACK)');
  const { clock, log } = resources;
  const engineVersion = resources.engine.version;
  const limit = config.galleryLimit;
  const { galleries, stop } = startGalleries({ db, ...shared, clock, log, limit, engineVersion });
  const background = await startBackground(pool, backgroundTasks(config, resources, shared, galleries), log);
  // Jobs search in the galleries.
  work.push(() => background.stop().finally(stop));
  const sending = startSending({
    ...{ db, pool, clock, log, tenantKeys: shared.tenantKeys },
    environment: config.environment,
    endpointRules: shared.endpointRules,
    random: unpredictable,
    chooseSecrets: sandbox?.chooseSecrets,
  });
  work.push(() => sending.stop());
  const following = sandbox?.start();
  work.push(async () => following?.stop());
  return galleries;
}

async function serve(config: Config, resources: Resources, closers: Closer[]): Promise<Service> {
  const { database, masterKeys, engine, log } = resources;
  const { db } = database;
  await warnOfOpenRedirects(db, config.environment, log);
  let isStopping = false;
  let galleries: Galleries | undefined;
  const nodeWatch = await resources.node.watch({
    masterKeys,
    engineVersion: engine.version,
    check: () => ({
      isStopping,
      engineProblem: engine.problem(),
      isGalleryNearlyFull: galleries?.isNearlyFull() ?? false,
    }),
  });
  const shared: Shared = {
    settings: createSettings(db, resources.clock),
    tenantKeys: createTenantKeys(db, masterKeys),
    faceHashKey: createDeploymentKey(db, masterKeys, 'face-prints'),
    subscriptions: createSubscriptions(db, resources.clock),
    endpointRules: (loopbackAllowed) => endpointRules(config, loopbackAllowed),
    externalPlatform: openPlatform(config, resources, closers),
  };
  const sandbox = await openSandbox({ ...config, ...resources, db, ...shared });
  const routes = routeTable(routeDeps(config, resources, shared, sandbox, nodeWatch));
  const calls = startCallRecorder({ ...resources, db, tenantKeys: shared.tenantKeys });
  closers.push(() => calls.stop());
  const door = admission(config, resources, shared.settings, calls, sandbox);
  const app = createServer(routes, door, log, { ...config, isStopping: () => isStopping });
  const work: Closer[] = [() => closeListener(app)];
  closers.push(() => closeTogether(work, log));
  galleries = await startWork(config, resources, shared, sandbox, work);
  const url = await app.listen({ host: config.host, port: config.port });
  const close = async (): Promise<void> => {
    isStopping = true;
    await drain(nodeWatch.announce, config.drainSeconds);
    await closeInOrder(closers, log);
  };
  return { url, engineVersion: engine.version, engine, database, masterKeys, close };
}

/** Starts everything the configuration asks for and resolves when requests are served; a failed start leaves nothing running. */
export async function startService(config: Config, overrides: ServiceOverrides = {}): Promise<Service> {
  const log = overrides.log ?? createLog(config.logLevel);
  const closers: Closer[] = [];
  try {
    const resources = await openResources(config, overrides, log, closers);
    await overrides.prepare?.(resources);
    return await serve(config, resources, closers);
  } catch (error) {
    await closeInOrder(closers, log);
    throw error;
  }
}
