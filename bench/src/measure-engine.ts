import { availableParallelism } from 'node:os';
import { startFaceEngine } from '@titular/server/biometrics/worker-face-engine.ts';
import { measureLanes } from './measure-sql.ts';
import { plainFaceApi } from './plain-face-api.ts';

/** Faces a second: our engine on all cores, and one plain face-api call at a time on the same picture. */
export type EngineResult = { engine: number; plain: number };

/** Measures both in turn, twice, and keeps the better of each, so that neither pays for warming up. */
export async function measureEngine(image: Buffer, seconds: number): Promise<EngineResult> {
  const plain = await plainFaceApi();
  const threads = availableParallelism();
  const engine = await startFaceEngine({ threads });
  const best: EngineResult = { engine: 0, plain: 0 };
  try {
    for (let round = 0; round < 2; round += 1) {
      best.plain = Math.max(best.plain, await measureLanes(() => plain(image), seconds, 1));
      best.engine = Math.max(
        best.engine,
        await measureLanes(() => engine.analyse(image), seconds, threads * 2),
      );
    }
  } finally {
    await engine.close();
  }
  return best;
}
