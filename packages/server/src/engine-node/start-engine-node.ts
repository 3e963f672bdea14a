import { join } from 'node:path';
import { type FaceFinder, FRAME_WAIT_LIMIT_MS, startFaceFinder } from '@titular/face-engine';
import type { Config } from '../config/config.ts';
import { createEngineWatch } from '../faces/index.ts';
import type { Log } from '../kernel/base/log.ts';
import { buildMetric } from '../nodes/index.ts';
import { createScrape, type Operations, openOperations } from '../operations/index.ts';
import { openLog } from '../start/open-log.ts';
import { closeListener, drain } from '../start/stop-service.ts';
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

type Closer = () => Promise<unknown>;

/** Ends what was begun, the last first. */
async function closeAll(closers: Closer[]): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

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
  const readiness = async () => ({
    causes: [
      ...(isStopping() ? (['draining'] as const) : []),
      ...(finder.problem() === undefined ? [] : (['engine_unavailable'] as const)),
    ],
    warnings: [],
  });
  const scrape = createScrape([buildMetric(role), ...metrics], undefined);
  operations?.begin({ nodeWatch: { readiness }, scrape });
}

/** Starts the processes of the engine, then listens on the host and port of the configuration; a failed start leaves nothing running. */
export async function startEngineNode(config: Config, given?: Log): Promise<EngineNode> {
  const log = openLog(config, given);
  const closers: Closer[] = [];
  try {
    const operations = await openOperations(config, log);
    if (operations) closers.push(operations.close);
    const finder = await openFinder(config, log);
    closers.push(finder.close);
    const { watch, metrics } = createEngineWatch(finder.version, config.engineThreads);
    const find: FaceFinder['find'] = (image) => watch('engine find faces', () => finder.find(image));
    const app = createEngineApp({ finder: { ...finder, find }, secret: () => config.faceEngineSecret, log });
    closers.push(() => closeListener(app));
    const url = await app.listen({ host: config.host, port: config.port });
    let isStopping = false;
    beginOperations(operations, config, finder, { metrics, isStopping: () => isStopping });
    const close = async (): Promise<void> => {
      isStopping = true;
      await drain(async () => undefined, config.drainSeconds);
      await closeAll(closers);
    };
    return { url, operationsUrl: operations?.url, engineVersion: finder.version, close };
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}
