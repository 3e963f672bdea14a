import type { Config } from './config/config.ts';
import type { FaceEngine } from './faces/index.ts';
import { createLog, type Log } from './kernel/base/log.ts';
import type { Database } from './kernel/database/connect.ts';
import { createServer } from './kernel/http/server.ts';
import { releaseAbandonedJobs, startBackground } from './kernel/jobs/background.ts';
import type { Module } from './kernel/module.ts';
import { createModules, type Modules, workOf } from './modules.ts';
import type { Closer } from './start/open-database.ts';
import { openResources, type Replaced, type Resources } from './start/open-resources.ts';
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
  /** Where it listens, whatever its public address is. */
  url: string;
  engineVersion: string;
  engine: Pick<FaceEngine, 'analyse'>;
  database: Database;
  masterKeys: MasterKeys;
  close(): Promise<void>;
};

/** What ends together at a stop: first requests, jobs and what runs beside them, then what they use to their end. */
type Waves = { first: Closer[]; second: Closer[] };

/** Begins what nouns do beside requests, and jobs last, because they use the others. */
async function startModules(
  { database, kernel }: Resources,
  modules: readonly Module[],
  waves: Waves,
): Promise<void> {
  // The embedded database is held by this process alone, so whoever held a job before is gone.
  if (!kernel.config.databaseUrl) await releaseAbandonedJobs(database.pool, true);
  for (const { start } of modules) {
    const started = await start?.();
    if (started) (started.afterRequests ? waves.second : waves.first).push(started.stop);
  }
  const background = await startBackground(database.pool, workOf(modules), kernel.log);
  waves.first.push(background.stop);
}

async function serve(resources: Resources, closers: Closer[]): Promise<Service> {
  const { kernel, database, masterKeys, engine } = resources;
  const { config, log, noteSecurity } = kernel;
  let isStopping = false;
  let modules: Modules | undefined;
  const nodeWatch = await resources.node.watch({
    masterKeys,
    engineVersion: engine.version,
    check: () => ({
      isStopping,
      engineProblem: engine.problem(),
      isGalleryNearlyFull: modules?.isGalleryNearlyFull() ?? false,
    }),
  });
  modules = createModules(kernel, { ...resources, nodeWatch });
  // A request holds one connection at a time, so that half of them stay for everybody else.
  const maxConcurrency = Math.floor(config.databasePoolSize / 2);
  const door = { ...modules.door, noteSecurity, maxConcurrency };
  const app = createServer(modules.routes, door, log, { ...config, isStopping: () => isStopping });
  const waves: Waves = { first: [() => closeListener(app)], second: [] };
  closers.push(
    () => closeTogether(waves.second, log),
    () => closeTogether(waves.first, log),
  );
  await startModules(resources, modules.all, waves);
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
    return await serve(resources, closers);
  } catch (error) {
    await closeInOrder(closers, log);
    throw error;
  }
}
