import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { byIndex } from '../by-index.ts';
import type { Tables } from '../tables/tables.ts';

const STATEMENT_CANCELED = '57014';
/** A batch that took longer is followed by one of half its size. */
const SLOW_BATCH_MS = 100;
const FAST_BATCH_MS = 50;
/** Short of what a service that stops waits for, and of what makes others of the queue wait long. */
const RUN_MS = 8_000;

/** The time that one run of a job has for its batches, and how it rests after one of so many milliseconds. */
export type RunTime = { elapsedMs(): number; limitMs: number; rest?: (ms: number) => Promise<unknown> };

/** Starts the time of a run. */
export function startRun(limitMs = RUN_MS): RunTime {
  const start = performance.now();
  return { elapsedMs: () => performance.now() - start, limitMs };
}

/** Whether the time of a run has ended. */
export const isOver = ({ elapsedMs, limitMs }: RunTime): boolean => elapsedMs() >= limitMs;

/** A part of a run that begins now, with so many milliseconds of its own. */
export const partOf = ({ elapsedMs }: RunTime, ms: number): RunTime => ({
  elapsedMs,
  limitMs: elapsedMs() + ms,
});

const nextSize = (size: number, most: number, tookMs: number): number => {
  if (tookMs > SLOW_BATCH_MS) return Math.max(1, Math.floor(size / 2));
  return tookMs < FAST_BATCH_MS ? Math.min(most, size * 2) : size;
};

/** The rows a batch took; undefined when the database cut it off, which a smaller one may survive. */
async function tryBatch(size: number, work: (limit: number) => Promise<number>): Promise<number | undefined> {
  try {
    return await work(size);
  } catch (error) {
    if (size > 1 && (error as { code?: string }).code === STATEMENT_CANCELED) return undefined;
    throw error;
  }
}

/**
 * Repeats work that answers how many rows it took until one batch is not full; each takes up to `most` rows, fewer where they are slow or
 * are cut off. False when the time of the run ended first: some may be left.
 */
export async function untilNone(
  most: number,
  work: (limit: number) => Promise<number>,
  run: RunTime = startRun(),
): Promise<boolean> {
  let size = most;
  while (run.elapsedMs() < run.limitMs) {
    const before = run.elapsedMs();
    const taken = await tryBatch(size, work);
    if (taken === undefined) {
      size = Math.max(1, Math.floor(size / 8));
      continue;
    }
    if (taken < size) return true;
    const tookMs = run.elapsedMs() - before;
    size = nextSize(size, most, tookMs);
    await run.rest?.(tookMs);
  }
  return false;
}

/**
 * Deletes in batches until nothing is left, each in a commit of its own, found by index. It rests as long as it works, so that the database
 * is never busy with clean-up alone. False when the time of the run ended first.
 */
export const deleteAll = (
  db: Kysely<Tables>,
  most: number,
  deleteSome: (trx: Kysely<Tables>, limit: number) => Promise<number>,
  run: RunTime = startRun(),
): Promise<boolean> =>
  untilNone(most, (limit) => byIndex(db, (trx) => deleteSome(trx, limit)), { rest: setTimeout, ...run });
