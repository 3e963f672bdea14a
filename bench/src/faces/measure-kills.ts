import { setTimeout as pause } from 'node:timers/promises';
import type { FaceEngine } from '@titular/face-engine/engine/face-engine.ts';
import { engineProcessesOf, hasMeasured } from './engine-processes.ts';

/** How often a process of the engine was killed, and how many attempts were measured to their end meanwhile, and how many were not. */
export type KillResult = { kills: number; attempts: number; lost: number; isUsable: boolean };

const TICK_MS = 20;

/** Between two kills: a picture whose second process ends as well is given up, and none may be killed twice by chance. */
const BETWEEN_MS = 500;

/**
 * Kills processes of an engine that measures attempts without a pause, each of them once it has answered, so that it measures a frame just
 * then; an attempt is lost when one of its frames comes to nothing.
 */
export async function measureKills(
  engine: FaceEngine,
  frames: readonly Buffer[],
  { kills, atOnce }: { kills: number; atOnce: number },
): Promise<KillResult> {
  const result = { kills: 0, attempts: 0, lost: 0 };
  const attempt = async (): Promise<void> => {
    try {
      for (const frame of frames) await engine.analyse(frame);
      result.attempts += 1;
    } catch {
      result.lost += 1;
    }
  };
  const lane = async (): Promise<void> => {
    do await attempt();
    while (result.kills < kills);
  };
  const lanes = Array.from({ length: atOnce }, lane);
  while (result.kills < kills) {
    await pause(TICK_MS);
    const victim = engineProcessesOf(process.pid).find(hasMeasured);
    if (victim === undefined) continue;
    process.kill(victim, 'SIGKILL');
    result.kills += 1;
    await pause(BETWEEN_MS);
  }
  await Promise.all(lanes);
  return { ...result, isUsable: engine.problem() === undefined };
}
