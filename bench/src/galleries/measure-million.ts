import { euclideanDistance } from '@titular/face-engine/measure/comparison.ts';
import { SearchThreads } from '@titular/server/faces/search/search-threads.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { randomDescriptor } from './fill-gallery.ts';

/** Searches among a million faces: how many equal the comparison with all, and their times beside its own. */
export type MillionResult = {
  faces: number;
  threads: number;
  compared: number;
  equal: number;
  p50Ms: number;
  p95Ms: number;
  bruteForceMs: number;
};

const FACES = 1_000_000;
const THREADS = 4;
const NUMBERS = 128;
const BATCH = 10_000;
const COMPARED = 10;
const SEARCHES = 200;

/** The distance to the nearest of all faces, one after the other. */
function searchAll(all: Float32Array, probe: Float32Array): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let from = 0; from < all.length; from += NUMBERS)
    nearest = Math.min(nearest, euclideanDistance(all.subarray(from, from + NUMBERS), probe));
  return nearest;
}

async function fill(threads: SearchThreads, gallery: number): Promise<Float32Array> {
  const all = new Float32Array(FACES * NUMBERS);
  const identityHash = new Uint8Array(32);
  for (let done = 0; done < FACES; done += BATCH) {
    const faces = Array.from({ length: BATCH }, (_, index) => {
      const descriptor = randomDescriptor();
      all.set(descriptor, (done + index) * NUMBERS);
      return { templateId: newId(), identityHash, descriptor };
    });
    await threads.change(gallery, [], faces);
  }
  return all;
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

/** Fills four threads with a million random faces and searches them. */
export async function measureMillion(): Promise<MillionResult> {
  const threads = new SearchThreads(THREADS, () => undefined);
  try {
    const gallery = threads.open();
    const all = await fill(threads, gallery);
    let [equal, bruteForceMs] = [0, 0];
    for (let done = 0; done < COMPARED; done += 1) {
      const probe = randomDescriptor();
      const found = await threads.findNearest(gallery, probe, []);
      const startedMs = performance.now();
      if (searchAll(all, probe) === found?.distance) equal += 1;
      bruteForceMs += (performance.now() - startedMs) / COMPARED;
    }
    const times: number[] = [];
    for (let done = 0; done < SEARCHES; done += 1) {
      const startedMs = performance.now();
      await threads.findNearest(gallery, randomDescriptor(), []);
      times.push(performance.now() - startedMs);
    }
    times.sort((one, other) => one - other);
    return {
      ...{ faces: FACES, threads: THREADS, compared: COMPARED, equal, bruteForceMs },
      ...{ p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95) },
    };
  } finally {
    threads.close();
  }
}
