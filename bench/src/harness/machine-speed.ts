import { startChild } from './child.ts';
import type { SpeedQuestion } from './watch-speed.ts';

/** How even the machine's speed is: the share of the time below half of its median, and the p99 that it leaves to any server at half load. */
export type MachineSpeed = { slowShare: number; halfLoadP99Ms: number };

const WINDOW_MS = 10;
/** Left out at the start, while the loop is compiled. */
const WARM_WINDOWS = 50;
const WINDOWS = 1_500;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** The share of windows in which less than half of the median was done. */
export function slowShare(pieces: readonly number[]): number {
  const half = median(pieces) / 2;
  return pieces.filter((done) => done < half).length / pieces.length;
}

/**
 * The p99, in milliseconds, of a queue that is served in its order at the speed of these windows, while work comes evenly: `load` of what the
 * median window does. Counted is the age of the oldest work that is left at the end of each window.
 */
export function queueP99Ms(pieces: readonly number[], load: number, windowMs = WINDOW_MS): number {
  const whole = median(pieces);
  let left = 0;
  const waits = pieces.map((done) => {
    left = Math.max(0, left + whole * load - done);
    return (left / (whole * load)) * windowMs;
  });
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0;
}

/** Watches a loop of plain arithmetic for 15 s while nothing else of the bench runs. */
export async function measureMachineSpeed(): Promise<MachineSpeed> {
  const child = await startChild('harness/watch-speed.ts', '');
  const pieces = await child.ask<number[]>({
    windows: WARM_WINDOWS + WINDOWS,
    windowMs: WINDOW_MS,
  } satisfies SpeedQuestion);
  await child.stop();
  const warm = pieces.slice(WARM_WINDOWS);
  return { slowShare: slowShare(warm), halfLoadP99Ms: queueP99Ms(warm, 0.5) };
}
