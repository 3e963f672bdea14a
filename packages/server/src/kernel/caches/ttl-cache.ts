import type { Clock } from '../base/clock.ts';
import type { Cache } from './cache.ts';

/** How long an answer is believed, and where it is kept. */
export type TtlCacheOptions = { maximumAgeMs: number; cache: Cache };

type Entry<Value> = { value: Value; readAtMs: number };

/**
 * Reads through a TTL cache. Entries live for `maximumAgeMs`, simultaneous callers share one read, and only found
 * values take room, so that unknown keys evict nothing.
 */
export function createTtlCache<Key, Value>(
  clock: Clock,
  { maximumAgeMs, cache }: TtlCacheOptions,
  nameOf: (key: Key) => string,
  read: (key: Key) => Promise<Value | undefined>,
): (key: Key) => Promise<Value | undefined> {
  const entries = cache.open<Entry<Value>>();
  const underWay = new Map<string, Promise<Value | undefined>>();

  function keep(name: string, value: Value | undefined, readAtMs: number): void {
    if (value === undefined) entries.delete(name);
    else entries.set(name, { value, readAtMs });
  }

  async function readAndCache(name: string, key: Key): Promise<Value | undefined> {
    const readAtMs = clock.now().getTime();
    try {
      const value = await read(key);
      keep(name, value, readAtMs);
      return value;
    } finally {
      underWay.delete(name);
    }
  }

  return (key) => {
    const name = nameOf(key);
    const known = entries.get(name);
    // The distance, not the age: a clock set back must not stretch what is believed.
    const isFresh = known && Math.abs(clock.now().getTime() - known.readAtMs) < maximumAgeMs;
    if (isFresh) return Promise.resolve(known.value);
    const pending = underWay.get(name) ?? readAndCache(name, key);
    underWay.set(name, pending);
    return pending;
  };
}
