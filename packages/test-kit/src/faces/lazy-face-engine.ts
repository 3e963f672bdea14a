import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { type DescriptorPrecision, ENGINE_VERSIONS } from '@titular/face-engine/engine/engine-version.ts';
import type { FaceEngine } from '@titular/face-engine/engine/face-engine.ts';
import { FRAME_WAIT_LIMIT_MS, startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Directory in which the processes of a run leave each other what the engine answered. */
    engineAnswers: string;
  }
}

/** The engines of this process: one start of each precision serves the services of all its tests. */
const starting = new Map<DescriptorPrecision, Promise<FaceEngine>>();

function startShared(precision: DescriptorPrecision): Promise<FaceEngine> {
  const begun =
    starting.get(precision) ?? startFaceEngine({ threads: 1, waitLimitMs: FRAME_WAIT_LIMIT_MS, precision });
  starting.set(precision, begun);
  begun.catch(() => starting.delete(precision));
  return begun;
}

/** Some 100 kB each. */
const MAX_HELD_ANSWERS = 400;

/** What the engine answered, by what it was asked; serialised, because whoever reads an answer may wipe it. */
const answers = new Map<string, Buffer>();

const keyOf = (...asked: readonly unknown[]): string =>
  createHash('sha256').update(serialize(asked)).digest('hex');

/** What a process of this run was answered, or what the engine answers now. */
async function readOrAsk(key: string, ask: () => Promise<unknown>): Promise<Buffer> {
  const file = join(inject('engineAnswers'), key);
  const known = await readFile(file).catch(() => undefined);
  if (known) return known;
  const answer = serialize(await ask());
  // Nobody reads half an answer.
  const partial = `${file}.${randomUUID()}`;
  await writeFile(partial, answer);
  await rename(partial, file);
  return answer;
}

/** The engine's answer, measured the first time that this run asks; a fault is no answer and is asked again. */
async function cached<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> {
  const answer = answers.get(key) ?? (await readOrAsk(key, ask));
  answers.set(key, answer);
  if (answers.size > MAX_HELD_ANSWERS) answers.delete(answers.keys().next().value ?? key);
  return deserialize(answer) as Answer;
}

/**
 * The engine that a service has with one thread, begun by the first picture: most tests show none. A picture that a test of this run
 * showed before has the answer that the engine gave then; tests of the engine itself start one of their own.
 */
export function createLazyFaceEngine(precision: DescriptorPrecision = 'float32'): FaceEngine {
  let engine: FaceEngine | undefined;
  const started = async (): Promise<FaceEngine> => {
    engine = await startShared(precision);
    return engine;
  };
  // What was measured in floats keeps the key that it has without a precision.
  const named = precision === 'float32' ? [] : [precision];
  return {
    version: ENGINE_VERSIONS[precision],
    analyse: (image, requested, owner, lastPose) =>
      cached(keyOf('analyse', image, requested, lastPose, ...named), async () =>
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
