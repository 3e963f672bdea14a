import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  EngineUnusableError,
  type FaceEngine,
  FRAME_WAIT_LIMIT_MS,
  startFaceEngine,
  startHttpFaceEngine,
} from '@titular/face-engine';
import type { Config } from '../../config/config.ts';
import type { OtherEngine } from '../../faces/index.ts';
import type { Log } from '../../kernel/base/log.ts';
import { StartRefused } from '../../kernel/base/start-refused.ts';
import { connectionWords } from '../../kernel/network/connection-words.ts';
import type { Duty } from '../../module.ts';
import type { Closer } from '../open-database.ts';
import { measures, nameEngine } from './open-engine.ts';

/** What opening the second engine of a change needs; `present` is the version of the first. */
export type OtherEngineDeps = { log: Log; closers: Closer[]; random: () => number; present: string };

const VARIABLE = 'TITULAR_OTHER_FACE_ENGINE';
const RETRY_MS = 5_000;

/** Only kept pictures are measured once more, about one in four. */
const PROCESSES_FOR_EACH = 4;

/** An engine that is there from the start on. */
const always = (engine: FaceEngine): OtherEngine => ({
  engine: () => engine,
  problem: () => engine.problem(),
});

/** Refuses the engine that captures are measured by already, under whatever address. */
function refuseSameVersion({ version }: Pick<FaceEngine, 'version'>, present: string): void {
  if (version === present)
    throw new StartRefused(
      `${VARIABLE} names an engine of ${present}, which is the version of the present one.`,
    );
}

/** Starts an engine once, and says at once where it cannot. */
const startOnce = (
  config: Config,
  urls: readonly string[],
  { log, random }: OtherEngineDeps,
  stopping: AbortSignal,
): Promise<FaceEngine> =>
  startHttpFaceEngine({
    ...{ urls, log, random, connectionWords, stopping },
    get secret() {
      return config.otherFaceEngineSecret;
    },
    atOnce: config.engineThreads,
    directory: join(config.dataDirectory, 'nets'),
    runtime: config.faceRuntime,
    startLimitMs: 0,
  });

/** Tries to start until that succeeds, behind the service; resolves after the first try. No start, and no capture, waits for more. */
async function startBehind(
  start: (stopping: AbortSignal) => Promise<FaceEngine>,
  { log, closers, present }: OtherEngineDeps,
): Promise<OtherEngine> {
  const stopping = new AbortController();
  let engine: FaceEngine | undefined;
  let refusal: StartRefused | undefined;
  let problem: string | undefined = 'it has not answered yet';
  const tryOnce = async (): Promise<void> => {
    try {
      const started = await start(stopping.signal);
      if (started.version === present) await started.close();
      refuseSameVersion(started, present);
      engine = started;
    } catch (error) {
      if (stopping.signal.aborted) return;
      if (!(error instanceof EngineUnusableError || error instanceof StartRefused)) throw error;
      refusal = error instanceof StartRefused ? error : undefined;
      const found = refusal?.message ?? `${VARIABLE} ${error.message}`;
      if (found === problem) return;
      problem = found;
      log.error(
        { problem },
        'the other face engine cannot be used: captures go on with the present one alone',
      );
    }
  };
  const goOn = async (): Promise<void> => {
    while (!engine && !stopping.signal.aborted) {
      await pause(RETRY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (!stopping.signal.aborted) await tryOnce();
    }
  };
  await tryOnce();
  if (refusal) throw refusal;
  const trying = goOn().catch((error: unknown) =>
    log.error({ err: error }, 'the other face engine is given up'),
  );
  closers.push(async () => {
    stopping.abort();
    await trying;
    await engine?.close();
  });
  return { engine: () => engine, problem: () => (engine ? engine.problem() : problem) };
}

/** Opens the second engine of a change, inside or behind HTTP; undefined where none is configured. One behind HTTP may be away: nothing needs it. */
export async function openOtherEngine(
  config: Config,
  duties: ReadonlySet<Duty>,
  deps: OtherEngineDeps,
): Promise<OtherEngine | undefined> {
  const { otherFaceEngine: other, dataDirectory, engineThreads, faceRuntime: runtime } = config;
  if (other === undefined) return undefined;
  if (typeof other !== 'string')
    return startBehind((stopping) => startOnce(config, other, deps, stopping), deps);
  if (!measures(config, duties)) return always(nameEngine(other));
  const engine = await startFaceEngine({
    threads: Math.ceil(engineThreads / PROCESSES_FOR_EACH),
    waitLimitMs: FRAME_WAIT_LIMIT_MS,
    precision: other,
    directory: join(dataDirectory, 'nets'),
    ...{ runtime, log: deps.log },
  });
  deps.closers.push(() => engine.close());
  refuseSameVersion(engine, deps.present);
  return always(engine);
}
