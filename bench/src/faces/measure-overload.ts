import { setTimeout as pause } from 'node:timers/promises';
import type { FaceEngine } from '@titular/face-engine/engine/face-engine.ts';

/** What came of pictures offered at a steady rate: measured each second, refused each second, and how long a measured one took at worst but for one in a hundred. */
export type Offered = { measured: number; refused: number; p99Ms: number };

const TICK_MS = 10;

/** Offers pictures at a rate whatever comes of those before (an open loop), for some seconds. */
export async function measureOverload(
  engine: FaceEngine,
  image: Uint8Array,
  ratePerSecond: number,
  seconds: number,
): Promise<Offered> {
  const times: number[] = [];
  let refused = 0;
  const offer = async (): Promise<void> => {
    const startedMs = performance.now();
    try {
      await engine.analyse(image);
      times.push(performance.now() - startedMs);
    } catch {
      refused += 1;
    }
  };
  const underWay: Promise<void>[] = [];
  const startedMs = performance.now();
  for (let sent = 0; ; await pause(TICK_MS)) {
    const elapsedMs = performance.now() - startedMs;
    if (elapsedMs >= seconds * 1000) break;
    for (; sent < (elapsedMs / 1000) * ratePerSecond; sent += 1) underWay.push(offer());
  }
  await Promise.all(underWay);
  const elapsed = (performance.now() - startedMs) / 1000;
  times.sort((one, other) => one - other);
  return {
    measured: times.length / elapsed,
    refused: refused / elapsed,
    p99Ms: times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN,
  };
}
