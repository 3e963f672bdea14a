import { EngineBusyError, EngineUnavailableError, type FaceEngine } from '@titular/face-engine';
import { OperatorRefusal } from '../../audit/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';

/** Waits so many milliseconds; answers whether to go on. */
export type Pause = (milliseconds: number) => Promise<boolean>;

/** Somebody asked for the end while a row was measured; the row is left as it was. */
export class ImportStopped extends Error {
  override readonly name = 'ImportStopped';
}

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
/** Tries of an engine that is away: some four minutes. */
const MAX_TRIES = 50;

const isPassing = (error: unknown): boolean =>
  error instanceof EngineBusyError || error instanceof EngineUnavailableError;

/**
 * The engine, for a work that can wait: it asks again while the engine is full or away, with a growing pause. Away for minutes, it refuses
 * the import and no row. A photograph that breaks the engine is refused with 40080.
 */
export function createPatientEngine(engine: FaceEngine, pause: Pause): FaceEngine {
  const analyse: FaceEngine['analyse'] = async (...asked) => {
    let pauseMs = FIRST_PAUSE_MS;
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      try {
        return await engine.analyse(...asked);
      } catch (error) {
        if (!isPassing(error))
          throw new Refusal('40080', 'A photograph cannot be read: the face engine fails on it.');
      }
      if (!(await pause(pauseMs))) throw new ImportStopped();
      pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
    }
    throw new OperatorRefusal(
      'forbidden',
      'The face engine is full or away. Run the same command again once it answers: what was measured is kept.',
    );
  };
  return {
    version: engine.version,
    analyse,
    measureRelief: (...asked) => engine.measureRelief(...asked),
    problem: () => engine.problem(),
    close: () => engine.close(),
  };
}
