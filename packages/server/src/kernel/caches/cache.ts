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

/** Defines a cache; each of its maps has so many entries at most. */
export function defineCache(name: string, maximumEntries: number): Cache {
  const opened: WeakRef<BoundedMap<unknown>>[] = [];
  const open = <Value>(): BoundedMap<Value> => {
    const map = new BoundedMap<Value>(maximumEntries);
    opened.splice(0, opened.length, ...opened.filter((one) => one.deref()), new WeakRef(map));
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
