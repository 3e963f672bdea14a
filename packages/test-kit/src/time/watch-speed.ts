import { parentPort, workerData } from 'node:worker_threads';

/** How a thread of this file is started; it sends the pieces of work that it did in each window, in their order. */
export type SpeedQuestion = { windows: number; windowMs: number };

const STEPS = 2_000;

/** Arithmetic in registers alone, so that its speed is the processor's: no memory, no allocation, no system call. */
function doPiece(seed: number): number {
  let value = seed;
  for (let step = 0; step < STEPS; step += 1) value = (value * 1_103_515_245 + 12_345) >>> 0;
  return value;
}

function watch({ windows, windowMs }: SpeedQuestion): number[] {
  const pieces: number[] = [];
  let value = 1;
  while (pieces.length < windows) {
    const endMs = performance.now() + windowMs;
    let done = 0;
    for (; performance.now() < endMs; done += 1) value = doPiece(value);
    pieces.push(done);
  }
  return pieces;
}

parentPort?.postMessage(watch(workerData as SpeedQuestion));
