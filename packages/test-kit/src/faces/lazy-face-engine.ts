import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { ENGINE_VERSION } from '@titular/face-engine/engine/engine-version.ts';
import type { FaceEngine } from '@titular/face-engine/engine/face-engine.ts';
import { FRAME_WAIT_LIMIT_MS, startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';

/** The engine of this process: one start serves the services of all its tests. */
let starting: Promise<FaceEngine> | undefined;

function startShared(): Promise<FaceEngine> {
  starting ??= startFaceEngine({ threads: 1, waitLimitMs: FRAME_WAIT_LIMIT_MS });
  starting.catch(() => {
    starting = undefined;
  });
  return starting;
}

/** Some 100 kB each. */
const MAX_STORED_EVENTS = 400;

/** What the engine answered in this process, by what it was asked; serialised, because whoever reads an answer may wipe it. */
const answers = new Map<string, Buffer>();

const keyOf = (...asked: readonly unknown[]): string =>
  createHash('sha256').update(serialize(asked)).digest('base64');

/** The engine's answer, measured the first time that this process asks; a fault is no answer and is asked again. */
async function cached<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> {
  const known = answers.get(key);
  if (known) return deserialize(known) as Answer;
  const answer = await ask();
  answers.set(key, serialize(answer));
  if (answers.size > MAX_STORED_EVENTS) answers.delete(answers.keys().next().value ?? key);
  return answer;
}

/**
 * The engine that a service has with one thread, begun by the first picture: most tests show none. A picture that a test of this process
 * showed before has the answer that the engine gave then; tests of the engine itself start one of their own.
 */
export function createLazyFaceEngine(): FaceEngine {
  let engine: FaceEngine | undefined;
  const started = async (): Promise<FaceEngine> => {
    engine = await startShared();
    return engine;
  };
  return {
    version: ENGINE_VERSION,
    analyse: (image, requested, owner, lastPose) =>
      cached(keyOf('analyse', image, requested, lastPose), async () =>
        (await started()).analyse(image, requested, owner, lastPose),
      ),
    measureRelief: (front, moved, axis, owner) =>
      cached(keyOf('relief', front, moved, axis), async () =>
        (await started()).measureRelief(front, moved, axis, owner),
      ),
    problem: () => engine?.problem(),
    // Ends with the process, as do those that measure for it.
    close: async () => undefined,
  };
}
