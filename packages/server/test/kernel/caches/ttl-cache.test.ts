import { defineCache } from '@titular/server/kernel/caches/cache.ts';
import { createTtlCache } from '@titular/server/kernel/caches/ttl-cache.ts';
import { createManualClock } from '@titular/test-kit';
import { expect, test } from 'vitest';

const MAXIMUM_MS = 2_000;
const STEP_MS = 100;
const KEYS = Array.from({ length: 120 }, (_, index) => `tenant-${index}`);

test('entries read in one burst are read again one after the other, none before half of its time and none after all of it (S28)', async () => {
  const clock = createManualClock();
  const options = { maximumAgeMs: MAXIMUM_MS, cache: defineCache('trial', KEYS.length) };
  let reads = 0;
  const find = createTtlCache(
    clock,
    options,
    (key: string) => key,
    async () => (reads += 1),
  );
  const readAll = async (): Promise<number> => {
    const before = reads;
    await Promise.all(KEYS.map((key) => find(key)));
    return reads - before;
  };
  expect(await readAll()).toBe(KEYS.length);
  const perStep: number[] = [];
  for (let ageMs = STEP_MS; ageMs <= MAXIMUM_MS; ageMs += STEP_MS) {
    clock.advanceSeconds(STEP_MS / 1_000);
    perStep.push(await readAll());
  }
  const half = perStep.length / 2;
  expect(perStep.slice(0, half - 1)).toEqual(Array(half - 1).fill(0));
  expect(perStep.reduce((sum, count) => sum + count)).toBe(KEYS.length);
  expect(Math.max(...perStep)).toBeLessThan(KEYS.length / 4);
});
