import { join } from 'node:path';
import {
  ENGINE_VERSIONS,
  EngineUnavailableError,
  EngineUnusableError,
  type FaceEngine,
  FRAME_WAIT_LIMIT_MS,
  startFaceEngine,
  startHttpFaceEngine,
} from '@titular/face-engine';
import type { Config } from '../../config/config.ts';
import type { Log } from '../../kernel/base/log.ts';
import { StartRefused } from '../../kernel/base/start-refused.ts';
import { connectionWords } from '../../kernel/network/connection-words.ts';
import type { Duty } from '../../module.ts';
import type { Closer } from '../open-database.ts';

/** What starting the engine needs besides the configuration; `random` gives [0, 1). */
type EngineDeps = { log: Log; closers: Closer[]; random: () => number };

function refuseStart(error: unknown): never {
  if (!(error instanceof EngineUnusableError)) throw error;
  throw new StartRefused(`TITULAR_FACE_ENGINE_URL ${error.message}`);
}

/** Stands for the engine where nothing is ever measured: it has a version, to which decisions are bound, and no processes. */
export function nameEngine(precision: Config['faceDescriptor']): FaceEngine {
  const refuse = (): Promise<never> =>
    Promise.reject(new EngineUnavailableError('this process measures no faces'));
  return {
    version: ENGINE_VERSIONS[precision],
    ...{ analyse: refuse, measureRelief: refuse },
    problem: () => undefined,
    close: async () => undefined,
  };
}

/** Whether a process measures pictures: those that people send, or the selfies that the operator's identity platform has. */
export const measures = (config: Config, duties: ReadonlySet<Duty>): boolean =>
  duties.has('calls') || config.faceEngineUrls !== undefined || config.identityPlatformUrl !== undefined;

/** Starts the engine of the configuration, inside or behind HTTP; a start that fails elsewhere meanwhile leaves none of its processes behind. */
export function openEngine(
  config: Config,
  duties: ReadonlySet<Duty>,
  { log, closers, random }: EngineDeps,
): Promise<FaceEngine> {
  if (!measures(config, duties)) return Promise.resolve(nameEngine(config.faceDescriptor));
  const { dataDirectory, engineThreads, faceEngineUrls, faceRuntime, faceDescriptor } = config;
  const nets = { directory: join(dataDirectory, 'nets'), runtime: faceRuntime, log };
  const stopping = new AbortController();
  const starting: Promise<FaceEngine> = faceEngineUrls
    ? startHttpFaceEngine({
        urls: faceEngineUrls,
        get secret() {
          return config.faceEngineSecret;
        },
        atOnce: engineThreads,
        ...nets,
        random,
        connectionWords,
        stopping: stopping.signal,
      }).catch(refuseStart)
    : startFaceEngine({
        threads: engineThreads,
        waitLimitMs: FRAME_WAIT_LIMIT_MS,
        precision: faceDescriptor,
        ...nets,
      });
  closers.push(async () => {
    stopping.abort();
    await starting.then(
      (engine) => engine.close(),
      () => undefined,
    );
  });
  return starting;
}
