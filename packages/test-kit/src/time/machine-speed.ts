import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
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

/** Watches a loop of plain arithmetic for 15 s, which tells nothing while other work runs. */
export async function measureMachineSpeed(): Promise<MachineSpeed> {
  const workerData: SpeedQuestion = { windows: WARM_WINDOWS + WINDOWS, windowMs: WINDOW_MS };
  const [pieces] = (await once(
    new Worker(new URL('./watch-speed.ts', import.meta.url), { workerData }),
    'message',
  )) as [number[]];
  const warm = pieces.slice(WARM_WINDOWS);
  return { slowShare: slowShare(warm), halfLoadP99Ms: queueP99Ms(warm, 0.5) };
}

const ofMachine = 'machine, while nothing else ran';

/** What a machine's speed is called in a table of figures. */
export const MACHINE_SPEED_NAMES: Readonly<Record<keyof MachineSpeed, string>> = {
  slowShare: `${ofMachine}: time in which plain arithmetic had less than half of its speed`,
  halfLoadP99Ms: `${ofMachine}: p99 of a queue at half load, from that speed alone`,
};
