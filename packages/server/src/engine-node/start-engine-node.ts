import { join } from 'node:path';
import { type FaceFinder, FRAME_WAIT_LIMIT_MS, startFaceFinder } from '@titular/face-engine';
import type { Config } from '../config/config.ts';
import { createEngineWatch } from '../faces/index.ts';
import type { Log } from '../kernel/base/log.ts';
import { openTracing } from '../kernel/tracing/open-tracing.ts';
import { buildMetric, readinessMetric } from '../nodes/index.ts';
import { createScrape, type Operations, openOperations } from '../operations/index.ts';
import type { Closer } from '../start/open-database.ts';
import { describeProcess, openLog } from '../start/open-log.ts';
import { closeInOrder, closeListener, drain } from '../start/stop-service.ts';
import { createEngineApp } from './engine-app.ts';

/** A process that measures faces for others; `close` drains, then lets end what is being measured. */
export type EngineNode = {
  url: string;
  /** Where the operations port listens, if one is set. */
  operationsUrl: string | undefined;
  engineVersion: string;
  close(): Promise<void>;
};

const openFinder = (config: Config, log: Log): Promise<FaceFinder> =>
  startFaceFinder({
    threads: config.engineThreads,
    waitLimitMs: FRAME_WAIT_LIMIT_MS,
    runtime: config.faceRuntime,
    directory: join(config.dataDirectory, 'nets'),
    log,
  });

/** From here on the operations port tells how the node is. */
function beginOperations(
  operations: Operations | undefined,
  { role }: Config,
  finder: Pick<FaceFinder, 'problem'>,
  {
    metrics,
    isStopping,
  }: { metrics: ReturnType<typeof createEngineWatch>['metrics']; isStopping: () => boolean },
): void {
  const findCauses = () => [
    ...(isStopping() ? (['draining'] as const) : []),
    ...(finder.problem() === undefined ? [] : (['engine_unavailable'] as const)),
  ];
  const readiness = async () => ({ causes: findCauses(), warnings: [] });
  const scrape = createScrape([buildMetric(role), readinessMetric(findCauses), ...metrics], undefined);
  operations?.begin({ nodeWatch: { readiness }, scrape });
}

/** Starts the processes of the engine, then listens on the host and port of the configuration; a failed start leaves nothing running. */
export async function startEngineNode(config: Config, given?: Log): Promise<EngineNode> {
  const log = openLog(config, given);
  const closers: Closer[] = [];
  try {
    const stopTracing = await openTracing({ ...config, resource: describeProcess(config) }, log);
    if (stopTracing) closers.push(stopTracing);
    const operations = await openOperations(config, log);
    if (operations) closers.push(operations.close);
    const finder = await openFinder(config, log);
    closers.push(finder.close);
    const { watch, metrics } = createEngineWatch(finder.version, config.engineThreads);
    const find: FaceFinder['find'] = (image) => watch('engine find faces', () => finder.find(image));
    const { maximumConnections } = config;
    const secret = (): string | undefined => config.faceEngineSecret;
    const app = createEngineApp({ finder: { ...finder, find }, secret, maximumConnections, log });
    closers.push(() => closeListener(app));
    const url = await app.listen({ host: config.host, port: config.port });
    let isStopping = false;
    beginOperations(operations, config, finder, { metrics, isStopping: () => isStopping });
    const close = async (): Promise<void> => {
      isStopping = true;
      await drain(async () => undefined, config.drainSeconds);
      await closeInOrder(closers, log);
    };
    return { url, operationsUrl: operations?.url, engineVersion: finder.version, close };
  } catch (error) {
    await closeInOrder(closers, log);
    throw error;
  }
}
