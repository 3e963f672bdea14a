import { setTimeout as pause } from 'node:timers/promises';
import type { FaceEngine } from '@titular/server/biometrics/face-engine.ts';
import { engineProcessesOf } from './engine-processes.ts';

/** How often a process of the engine was killed, and how many attempts were measured to their end meanwhile, and how many were not. */
export type KillResult = { kills: number; attempts: number; lost: number; isUsable: boolean };

const TICK_MS = 20;

/** Between two kills: a picture whose second process ends as well is given up, and none may be killed twice by chance. */
const BETWEEN_MS = 500;

/** When each process of the engine was first seen, without those that are gone. */
class Sightings {
  readonly #sinceMs = new Map<number, number>();

  /** The processes that have been there for so long. */
  olderThan(ageMs: number): number[] {
    const now = performance.now();
    const alive = engineProcessesOf(process.pid);
    for (const pid of this.#sinceMs.keys()) if (!alive.includes(pid)) this.#sinceMs.delete(pid);
    for (const pid of alive) if (!this.#sinceMs.has(pid)) this.#sinceMs.set(pid, now);
    return alive.filter((pid) => now - (this.#sinceMs.get(pid) ?? now) >= ageMs);
  }
}

/**
 * Kills processes of an engine that measures attempts without a pause, each time one that has been there for longer than a start takes
 * (`startMs`), so that it measures a frame just then; an attempt is lost when one of its frames comes to nothing.
 */
export async function measureKills(
  engine: FaceEngine,
  frames: readonly Buffer[],
  { kills, atOnce, startMs }: { kills: number; atOnce: number; startMs: number },
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
  const seen = new Sightings();
  while (result.kills < kills) {
    await pause(TICK_MS);
    const [victim] = seen.olderThan(startMs);
    if (victim === undefined) continue;
    process.kill(victim, 'SIGKILL');
    result.kills += 1;
    await pause(BETWEEN_MS);
  }
  await Promise.all(lanes);
  return { ...result, isUsable: engine.problem() === undefined };
}
