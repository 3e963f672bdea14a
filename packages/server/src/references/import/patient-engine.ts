import { EngineBusyError, EngineUnavailableError, type FaceEngine } from '@titular/face-engine';
import { OperatorRefusal } from '../../audit/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { ImportStopped, NeverServed, type Pause, tryPatiently } from './try-patiently.ts';

const isPassing = (error: unknown): boolean =>
  error instanceof EngineBusyError || error instanceof EngineUnavailableError;

function refuse(error: unknown): never {
  if (error instanceof ImportStopped) throw error;
  if (!(error instanceof NeverServed))
    throw new Refusal('40080', 'A photograph cannot be read: the face engine fails on it.');
  throw new OperatorRefusal(
    'forbidden',
    'The face engine is full or away. Run the same command again once it answers: what was measured is kept.',
  );
}

/**
 * The engine, for a work that can wait: it asks again while the engine is full or away, with a growing pause. Away for minutes, it refuses
 * the import and no row. A photograph that breaks the engine is refused with 40080.
 */
export const createPatientEngine = (engine: FaceEngine, pause: Pause): FaceEngine => ({
  version: engine.version,
  analyse: (...asked) => tryPatiently({ pause, isPassing }, () => engine.analyse(...asked)).catch(refuse),
  measureRelief: (...asked) => engine.measureRelief(...asked),
  problem: () => engine.problem(),
  close: () => engine.close(),
});
