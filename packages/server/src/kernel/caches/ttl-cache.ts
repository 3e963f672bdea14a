import type { Clock } from '../base/clock.ts';
import type { Cache } from './cache.ts';

/** How long an answer is believed, and where it is kept. */
export type TtlCacheOptions = { maximumAgeMs: number; cache: Cache };

type Entry<Value> = { value: Value; readAtMs: number; freshForMs: number };

/** A number from 0 to below 1 that differs from name to name: FNV-1a of 32 bits, mixed as MurmurHash3 ends, so that names which differ in one sign lie apart. */
function spread(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/**
 * Reads through a TTL cache. An entry lives for half of `maximumAgeMs` to all of it, by its name: what was read in one burst is not
 * read again in one. Simultaneous callers share one read, and only found values take room, so that unknown keys evict nothing.
 * Who holds a connection in a database transaction reads by it alone: waiting for another's read, or for a second connection, could
 * last until neither comes.
 */
export function createTtlCache<Key, Value, Source = never>(
  clock: Clock,
  { maximumAgeMs, cache }: TtlCacheOptions,
  nameOf: (key: Key) => string,
  read: (key: Key, within?: Source) => Promise<Value | undefined>,
): (key: Key, within?: Source) => Promise<Value | undefined> {
  const entries = cache.open<Entry<Value>>();
  const underWay = new Map<string, Promise<Value | undefined>>();

  function keep(name: string, value: Value | undefined, readAtMs: number): void {
    if (value === undefined) entries.delete(name);
    else entries.set(name, { value, readAtMs, freshForMs: (maximumAgeMs * (1 + spread(name))) / 2 });
  }

  async function readAndCache(name: string, key: Key, within?: Source): Promise<Value | undefined> {
    const readAtMs = clock.now().getTime();
    const value = await read(key, within);
    keep(name, value, readAtMs);
    return value;
  }

  return (key, within) => {
    const name = nameOf(key);
    const known = entries.get(name);
    // The distance, not the age: a clock set back must not stretch what is believed.
    const isFresh = known && Math.abs(clock.now().getTime() - known.readAtMs) < known.freshForMs;
    if (isFresh) return Promise.resolve(known.value);
    if (within !== undefined) return readAndCache(name, key, within);
    const pending = underWay.get(name) ?? readAndCache(name, key).finally(() => underWay.delete(name));
    underWay.set(name, pending);
    return pending;
  };
}
