import { ENGINE_VERSION } from '@titular/server/faces/engine/engine-version.ts';
import type { FaceEngine } from '@titular/server/faces/engine/face-engine.ts';
import { FRAME_WAIT_LIMIT_MS, startFaceEngine } from '@titular/server/faces/engine/worker-face-engine.ts';

/** The engine that a service has with one thread, begun by the first picture: most tests show none, and its models take longer than all else of a start. */
export function createLazyFaceEngine(): FaceEngine {
  let starting: Promise<FaceEngine> | undefined;
  let engine: FaceEngine | undefined;
  const begin = async (): Promise<FaceEngine> => {
    engine = await startFaceEngine({ threads: 1, waitLimitMs: FRAME_WAIT_LIMIT_MS });
    return engine;
  };
  const started = (): Promise<FaceEngine> => {
    starting ??= begin();
    return starting;
  };
  return {
    version: ENGINE_VERSION,
    analyse: async (...asked) => (await started()).analyse(...asked),
    measureRelief: async (...asked) => (await started()).measureRelief(...asked),
    problem: () => engine?.problem(),
    close: async () => {
      await (await starting)?.close();
    },
  };
}
