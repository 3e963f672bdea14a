import type { FaceEngine } from '@titular/face-engine';
import type { Config } from './config/config.ts';
import type { Log } from './kernel/base/log.ts';
import type { Database } from './kernel/database/connect.ts';
import { watchStandstill } from './kernel/database/database-metrics.ts';
import { createServer } from './kernel/http/server.ts';
import { type Background, releaseAbandonedJobs, startBackground } from './kernel/jobs/background.ts';
import { startOutboxRelay } from './kernel/jobs/relay-outbox.ts';
import { startSweeps } from './kernel/jobs/sweeps.ts';
import { openTracing } from './kernel/tracing/open-tracing.ts';
import type { Started } from './module.ts';
import { createModules, type Modules } from './modules.ts';
import type { NodeWatch } from './nodes/index.ts';
import { createScrape, type Operations, openOperations } from './operations/index.ts';
import type { Closer } from './start/open-database.ts';
import { describeProcess, openLog } from './start/open-log.ts';
import { openResources, type Replaced, type Resources, unpredictable } from './start/open-resources.ts';
import { closeInOrder, closeListener, closeTogether, drain } from './start/stop-service.ts';
import type { MasterKeys } from './tenants/index.ts';

/** What tests may replace, and where logs go. */
export type ServiceOverrides = Replaced & {
  log?: Log;
  /** Done once the database is open, before anything is served; a fault of it ends the start. */
  prepare?: (prepared: Prepared) => Promise<void>;
};

/** What is open before the first request. */
export type Prepared = Pick<Service, 'database' | 'masterKeys'>;

/** A service that listens; `close` drains, then ends requests and jobs, then database and engine. */
export type Service = {
  /** Where it listens, whatever its public address is; undefined where it answers no calls. */
  url: string | undefined;
  /** Where the operations port listens, if one is set. */
  operationsUrl: string | undefined;
  engineVersion: string;
  engine: Pick<FaceEngine, 'analyse'>;
  database: Database;
  masterKeys: MasterKeys;
  close(): Promise<void>;
};

/** What ends together at a stop: first requests, jobs and what runs beside them, then what they use to their end. */
type Waves = { first: Closer[]; second: Closer[] };

/** Hands over what commits leave to be done after them, in every process that commits, and looks on behalf of all what nobody was told of. */
async function startRelaying(
  { database, portalDatabase, kernel }: Resources,
  begun: readonly Started[],
  keep: (started: Started) => void,
): Promise<void> {
  const pools = [database, portalDatabase].flatMap((one) => one?.pool ?? []);
  const relay = startOutboxRelay(database.db, pools, kernel.log);
  keep(relay);
  const sweeps = [relay, ...begun].flatMap(({ sweep }) => sweep ?? []);
  // Chance of their own: what the kernel draws decides what persons are asked, and tests repeat it.
  keep(await startSweeps({ ...kernel, random: unpredictable }, sweeps));
}

/** Begins what nouns do beside requests, and jobs last, because they use the others; a process without jobs has no background. */
async function startModules(
  resources: Resources,
  { all, work }: Pick<Modules, 'all' | 'work'>,
  waves: Waves,
): Promise<Background | undefined> {
  const { database, kernel, node, duties } = resources;
  // The embedded database is held by this process alone, so whoever held a job before is gone.
  if (!kernel.config.databaseUrl) await releaseAbandonedJobs(database.pool, true);
  for (const { prepare } of all) await prepare?.();
  const begun: Started[] = [];
  const keep = (started: Started): void =>
    void (started.afterRequests ? waves.second : waves.first).push(started.stop);
  for (const { start, startsWith } of all) {
    if (startsWith && !duties.has(startsWith)) continue;
    const started = await start?.();
    if (!started) continue;
    begun.push(started);
    keep(started);
  }
  await startRelaying(resources, begun, keep);
  if (!duties.has('jobs')) return undefined;
  // By the database's clock even where a test replaces the service's: what the schedule runs is none of that test.
  const background = await startBackground(database.pool, work, { ...kernel, clock: node.clock });
  waves.first.push(background.stop);
  return background;
}

/** From here on the operations port tells how the service is. */
function beginOperations(
  operations: Operations | undefined,
  { database }: Resources,
  { nodeWatch, metrics }: { nodeWatch: NodeWatch } & Pick<Modules, 'metrics'>,
  closers: Closer[],
): void {
  if (!operations) return;
  const scrape = createScrape(metrics, database.address);
  closers.push(scrape.close);
  operations.begin({ nodeWatch, scrape });
}

/** What is known of faces before the nouns are made. */
const NO_FACES = { isGalleryNearlyFull: false, otherEngineProblem: undefined, areFirstFacesTrusted: false };

async function serve(
  resources: Resources,
  closers: Closer[],
  operations: Operations | undefined,
): Promise<Service> {
  const { kernel, database, masterKeys, engine, otherEngine } = resources;
  const { config, log, noteSecurity } = kernel;
  let isStopping = false;
  let modules: Modules | undefined;
  let background: Background | undefined;
  const nodeWatch = await resources.node.watch({
    masterKeys,
    workNames: kernel.workNames,
    engineVersion: engine.version,
    // Before the other engine first answered, nobody knows its version.
    otherEngineVersion: () => otherEngine && (otherEngine.engine()?.version ?? ''),
    check: () => ({
      isStopping,
      engineProblem: engine.problem(),
      areJobsRunning: background?.isRunning() ?? true,
      pictureProblem: config.picturePlace === 'objects' ? resources.objects?.problem() : undefined,
      ...(modules?.facesState() ?? NO_FACES),
      hasUnknownSettings: config.unknownSettings.length > 0,
    }),
  });
  kernel.workNames.tellBy(nodeWatch.tell);
  modules = createModules(kernel, { ...resources, nodeWatch });
  // A request holds one connection at a time, so that half of them stay for everybody else.
  const maxConcurrency = Math.floor(config.databasePoolSize / 2);
  const door = { ...modules.door, noteSecurity, maxConcurrency, callNodes: nodeWatch.callNodes };
  const { observers, portal } = modules;
  const isTraced = config.otlpUrl !== undefined;
  const isDatabaseStill = watchStandstill(database.pool);
  const settings = { ...config, isTraced, isStopping: () => isStopping, observers, portal, isDatabaseStill };
  const app = resources.duties.has('calls') ? createServer(modules.routes, door, log, settings) : undefined;
  const waves: Waves = { first: app ? [() => closeListener(app)] : [], second: [] };
  closers.push(
    () => closeTogether(waves.second, log),
    () => closeTogether(waves.first, log),
  );
  background = await startModules(resources, modules, waves);
  const url = await app?.listen({ host: config.host, port: config.port });
  beginOperations(operations, resources, { nodeWatch, metrics: modules.metrics }, closers);
  const close = async (): Promise<void> => {
    isStopping = true;
    await drain(nodeWatch.announce, config.drainSeconds);
    await closeInOrder(closers, log);
  };
  const { version: engineVersion } = engine;
  return { url, operationsUrl: operations?.url, engineVersion, engine, database, masterKeys, close };
}

/** Starts everything the configuration asks for and resolves when requests are served; a failed start leaves nothing running. */
export async function startService(config: Config, overrides: ServiceOverrides = {}): Promise<Service> {
  const log = openLog(config, overrides.log);
  const closers: Closer[] = [];
  try {
    const stopTracing = await openTracing({ ...config, resource: describeProcess(config) }, log);
    if (stopTracing) closers.push(stopTracing);
    const operations = await openOperations(config, log);
    if (operations) closers.push(operations.close);
    const resources = await openResources(config, overrides, log, closers);
    await overrides.prepare?.(resources);
    return await serve(resources, closers, operations);
  } catch (error) {
    await closeInOrder(closers, log);
    throw error;
  }
}
