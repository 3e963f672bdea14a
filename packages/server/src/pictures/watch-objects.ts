import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../kernel/base/log.ts';
import { createCounter, createHistogram, SHORT_SECONDS } from '../kernel/metrics/instruments.ts';
import type { Metric, MetricFacts } from '../kernel/metrics/metric.ts';
import type { Started } from '../module.ts';
import type { ObjectStore } from './objects/object-store.ts';
import { ObjectStoreError, STORE_FAULTS } from './objects/object-store-error.ts';
import { proveBucket } from './prove-bucket.ts';

const OPERATIONS = ['put', 'get', 'remove', 'list'] as const;
type Operation = (typeof OPERATIONS)[number];

/** A bucket that is measured and probed. */
export type WatchedObjects = ObjectStore & {
  /** Why nothing can be stored now, in words without keys or names; undefined while it can. */
  problem(): string | undefined;
  /** Probes again and again, and every few seconds while there is a problem. */
  start(): Started;
  metrics: readonly Metric[];
};

/** The pauses between probes are in milliseconds. */
export type WatchOptions = { log: Log; everyMs?: number; retryMs?: number };

const EVERY_MS = 60_000;
const RETRY_MS = 5_000;

function createObjectMetrics() {
  const calls = createCounter({
    name: 'titular_objects_total',
    help: 'Calls to the object store of pictures, by operation and result.',
    labels: { operation: OPERATIONS, result: ['done', ...STORE_FAULTS] },
  });
  const seconds = createHistogram({
    name: 'titular_objects_seconds',
    help: 'Seconds of a call to the object store of pictures, with its second try.',
    labels: { operation: OPERATIONS },
    buckets: SHORT_SECONDS,
  });
  return { calls, seconds };
}

/** What every bucket counts, for documentation. */
export const listObjectMetrics = (): readonly MetricFacts[] => Object.values(createObjectMetrics());

/** Keeps what the store last said, and tells the log when it changes. */
function createVerdict(log: Log) {
  let problem: string | undefined;
  return {
    problem: () => problem,
    note(found: string | undefined): void {
      if ((found === undefined) !== (problem === undefined)) {
        if (found) log.error({ problem: found }, 'pictures cannot be stored in the object store');
        else log.warn({}, 'pictures can be stored in the object store again');
      }
      problem = found;
    },
  };
}

/** Measures each call to a bucket, and knows whether pictures can be stored there. */
export function watchObjects(
  store: ObjectStore,
  { log, everyMs = EVERY_MS, retryMs = RETRY_MS }: WatchOptions,
): WatchedObjects {
  const { calls, seconds } = createObjectMetrics();
  const verdict = createVerdict(log);
  const measure = async <Result>(operation: Operation, work: () => Promise<Result>): Promise<Result> => {
    const startedMs = performance.now();
    try {
      const result = await work();
      calls.add({ operation, result: 'done' });
      return result;
    } catch (error) {
      calls.add({ operation, result: error instanceof ObjectStoreError ? error.fault : 'broken' });
      if (operation === 'put') verdict.note((error as Error).message);
      throw error;
    } finally {
      seconds.observe({ operation }, (performance.now() - startedMs) / 1_000);
    }
  };
  const put: ObjectStore['put'] = async (name, bytes) => {
    await measure('put', () => store.put(name, bytes));
    verdict.note(undefined);
  };
  const remove: ObjectStore['remove'] = (name) => measure('remove', () => store.remove(name));
  const start = (): Started => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const watch = async (): Promise<void> => {
      while (!signal.aborted) {
        await proveBucket({ put, remove }).catch((error: Error) => verdict.note(error.message));
        const waitMs = verdict.problem() === undefined ? everyMs : retryMs;
        await pause(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    };
    const watching = watch();
    return {
      stop: () => {
        stopping.abort();
        return watching;
      },
    };
  };
  return {
    put,
    remove,
    get: (name) => measure('get', () => store.get(name)),
    list: (prefix) => store.list(prefix),
    problem: verdict.problem,
    ...{ start, metrics: [calls, seconds] },
  };
}
