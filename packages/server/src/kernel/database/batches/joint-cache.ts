import type { Clock } from '../../base/clock.ts';
import type { TtlCacheOptions } from '../../caches/ttl-cache.ts';
import { gather } from './gather.ts';

type Entry<Key, Value> = {
  key: Key;
  value: Value;
  readAtMs: number;
  /** Number of the statement that read it, in the order of their beginnings. */
  statement: number;
  isUsed: boolean;
};

/** Keys of one statement. */
const LIMITS = { mostAsks: 100, whenSlow: 4 };

/** Entries that are looked at for each statement, so that its cost does not grow with the cache. */
const MAX_LOOKED_AT = 400;

/**
 * Reads through a TTL cache by statements that read many keys: what is asked for at once, and what is older than half of `maximumAgeMs` and
 * was used since. Only found values take room, so that unknown keys evict nothing. Who holds a connection in a database transaction reads by it
 * alone, as from `createTtlCache`. `readAll` gives as many answers as it has keys, in their order.
 */
export function createJointCache<Key, Value, Source = never>(
  clock: Clock,
  { maximumAgeMs, cache }: TtlCacheOptions,
  nameOf: (key: Key) => string,
  readAll: (keys: readonly Key[], within?: Source) => Promise<readonly (Value | undefined)[]>,
): (key: Key, within?: Source) => Promise<Value | undefined> {
  const entries = cache.open<Entry<Key, Value>>();
  const underWay = new Map<string, Promise<Value | undefined>>();
  let statements = 0;

  // The distance, not the age: a clock set back must not stretch what is believed.
  const ageMs = ({ readAtMs }: Entry<Key, Value>): number => Math.abs(clock.now().getTime() - readAtMs);

  /** The keys that will be asked for soon, oldest first; what nobody used since it was read goes once it is stale. */
  function listDue(asked: readonly Key[]): Key[] {
    const names = new Set(asked.map(nameOf));
    const due: Key[] = [];
    let left = MAX_LOOKED_AT;
    for (const [name, entry] of entries) {
      left -= 1;
      if (left < 0 || due.length + asked.length >= LIMITS.mostAsks || ageMs(entry) < maximumAgeMs / 2) break;
      if (entry.isUsed && !names.has(name)) due.push(entry.key);
      else if (ageMs(entry) >= maximumAgeMs) entries.delete(name);
      entry.isUsed = false;
    }
    return due;
  }

  async function readAndKeep(keys: readonly Key[], within?: Source): Promise<readonly (Value | undefined)[]> {
    const readAtMs = clock.now().getTime();
    statements += 1;
    const statement = statements;
    const values = await readAll(keys, within);
    for (const [index, key] of keys.entries()) {
      const name = nameOf(key);
      const value = values[index];
      // A slow statement may end after one that began later, whose answer a caller has seen.
      if ((entries.get(name)?.statement ?? 0) > statement) continue;
      if (value === undefined) entries.delete(name);
      else entries.set(name, { key, value, readAtMs, statement, isUsed: false });
    }
    return values;
  }

  const ask = gather(async (keys: readonly Key[]) => {
    const values = await readAndKeep([...keys, ...listDue(keys)]);
    return values.slice(0, keys.length);
  }, LIMITS);

  return async (key, within) => {
    const name = nameOf(key);
    const known = entries.get(name);
    if (known && ageMs(known) < maximumAgeMs) {
      known.isUsed = true;
      return known.value;
    }
    if (within !== undefined) return (await readAndKeep([key], within))[0];
    const pending = underWay.get(name) ?? ask(key).finally(() => underWay.delete(name));
    underWay.set(name, pending);
    return pending;
  };
}
