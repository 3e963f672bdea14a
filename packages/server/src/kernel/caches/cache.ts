import { createGauge } from '../metrics/instruments.ts';
import type { Metric } from '../metrics/metric.ts';
import { BoundedMap } from './bounded-map.ts';

/** Bounded maps of one purpose in this process, counted together under their name. */
export type Cache = {
  name: string;
  /** Opens an empty map; one that nobody refers to any more is not counted. */
  open<Value>(): BoundedMap<Value>;
  /** How many entries the open maps have. */
  entries(): number;
};

/** Fewer references than these are not worth looking through. */
const MIN_REFERENCES = 64;

/** Defines a cache; each of its maps has so many entries at most. */
export function defineCache(name: string, maximumEntries: number): Cache {
  let opened: WeakRef<BoundedMap<unknown>>[] = [];
  let limit = MIN_REFERENCES;
  const open = <Value>(): BoundedMap<Value> => {
    const map = new BoundedMap<Value>(maximumEntries);
    opened.push(new WeakRef(map));
    if (opened.length > limit) {
      opened = opened.filter((one) => one.deref());
      // Looked through once they have doubled, so that the cost of an opening does not grow with their number.
      limit = Math.max(MIN_REFERENCES, 2 * opened.length);
    }
    return map;
  };
  return { name, open, entries: () => opened.reduce((sum, one) => sum + (one.deref()?.size ?? 0), 0) };
}

/** Makes the gauge of the caches; their names are its label set. */
export const createCacheGauge = (caches: readonly Cache[]): Metric =>
  createGauge(
    {
      name: 'titular_cache_entries',
      help: 'Entries of a cache in memory of this process; each cache has a bound.',
      labels: { cache: caches.map(({ name }) => name) },
    },
    () => caches.map((cache) => ({ labels: { cache: cache.name }, value: cache.entries() })),
  );
