import { BoundedMap } from '@titular/server/kernel/caches/bounded-map.ts';
import { createCacheGauge, defineCache } from '@titular/server/kernel/caches/cache.ts';
import { createTtlCache } from '@titular/server/kernel/caches/ttl-cache.ts';
import { createManualClock } from '@titular/test-kit';
import { describe, expect, test } from 'vitest';

describe('a bounded map', () => {
  test('drops what was set longest ago, and nothing while there is room (S9)', () => {
    const map = new BoundedMap<number>(2);
    map.set('a', 1).set('b', 2);
    map.set('a', 3).set('c', 4);
    expect([...map]).toEqual([
      ['a', 3],
      ['c', 4],
    ]);
  });

  test('is not larger for an entry that is set again (S9)', () => {
    const map = new BoundedMap<number>(2).set('a', 1).set('b', 2).set('b', 3);
    expect([...map.keys()]).toEqual(['a', 'b']);
  });
});

describe('a cache', () => {
  test('shows the entries of all of its maps under its name (S9)', async () => {
    const [full, empty] = [defineCache('full', 3), defineCache('empty', 3)];
    const maps = [full.open<number>(), full.open<number>()];
    for (const map of maps) for (let index = 0; index < 10; index += 1) map.set(String(index), index);
    const shown = await createCacheGauge([full, empty]).prom.get();
    expect(shown.values.map(({ labels, value }) => [labels['cache'], value])).toEqual([
      ['full', 6],
      ['empty', 0],
    ]);
    expect(maps.map(({ size }) => size)).toEqual([3, 3]);
  });

  test('of answers keeps its bound, however many are asked for (S9)', async () => {
    const cache = defineCache('answers', 100);
    const asked: string[] = [];
    const find = createTtlCache(
      createManualClock(),
      { maximumAgeMs: 1_000, cache },
      (key: string) => key,
      async (key) => {
        asked.push(key);
        return key === 'unknown' ? undefined : key;
      },
    );
    for (let index = 0; index < 1_000; index += 1) await find(String(index));
    expect(cache.entries()).toBe(100);
    await find('unknown');
    await find('999');
    expect(cache.entries()).toBe(100);
    expect(asked.filter((key) => key === '999')).toHaveLength(1);
  });
});
