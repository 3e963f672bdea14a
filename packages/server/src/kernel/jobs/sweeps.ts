import { type Kysely, sql } from 'kysely';
import type { Log } from '../base/log.ts';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables/tables.ts';
import { addSweeps, claimSweeps, restSweep } from './sweep-store.ts';

/** What one process of all looks for about once a second: what nobody was told of. `look` reads in the caller's database transaction and returns what is done after its commit. */
export type Sweep = {
  name: string;
  look(trx: Db): Promise<() => void>;
  /** Whether it rests after a look that took long: what it finds may come late by 5 s. */
  rests?: true;
};

/** Milliseconds between ticks, and what chance adds to them, so that sweeps go from process to process. */
const PAUSE_MS = { least: 1_000, spread: 200 };

/** A sweep that rests does so for so many times as long as its look took, over all processes. What it costs stays a small part of one core. */
const REST_TIMES = 40;

/** What sweeping needs; `random` gives [0, 1). */
export type SweepDeps = { db: Kysely<Tables>; log: Log; random: () => number };

async function lookOnce(
  trx: Db,
  { name, look, rests }: Sweep,
  monotonicMs: () => number,
): Promise<() => void> {
  const sinceMs = monotonicMs();
  const found = await look(trx);
  const restMs = (monotonicMs() - sinceMs) * REST_TIMES - PAUSE_MS.least;
  if (rests && restMs > 0) await restSweep(trx, name, restMs);
  return found;
}

/** A look that failed: what it did is undone alone, because what the others did stays. */
async function undoFailed(trx: Db, name: string, cause: unknown): Promise<Error> {
  await sql`ROLLBACK TO SAVEPOINT sweep_look`.execute(trx);
  return new Error(`the sweep ${name} failed: ${cause instanceof Error ? cause.message : cause}`, { cause });
}

/** Claims the sweeps that are free and looks, in one commit; a look that fails costs the others nothing, and is thrown once they are done. */
export async function sweepOnce(
  db: Kysely<Tables>,
  sweeps: readonly Sweep[],
  monotonicMs: () => number = () => performance.now(),
): Promise<void> {
  const found: (() => void)[] = [];
  const failed: Error[] = [];
  try {
    await db.transaction().execute(async (trx) => {
      const claimed = await claimSweeps(
        trx,
        sweeps.map(({ name }) => name),
      );
      for (const sweep of sweeps.filter(({ name }) => claimed.has(name))) {
        await sql`SAVEPOINT sweep_look`.execute(trx);
        try {
          found.push(await lookOnce(trx, sweep, monotonicMs));
        } catch (error) {
          failed.push(await undoFailed(trx, sweep.name, error));
        }
      }
    });
  } finally {
    for (const act of found) act();
  }
  if (failed.length > 0) throw failed.length === 1 ? failed[0] : new AggregateError(failed, 'sweeps failed');
}

/** Sweeps until it is stopped, with one commit a tick; a failure is logged once until a tick succeeds. */
export async function startSweeps(
  { db, log, random }: SweepDeps,
  sweeps: readonly Sweep[],
): Promise<{ stop(): Promise<void> }> {
  await addSweeps(
    db,
    sweeps.map(({ name }) => name),
  );
  let isStopped = false;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  const tick = async (): Promise<void> => {
    try {
      await sweepOnce(db, sweeps);
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isStopped) log.error({ err: error, part: 'sweeps' }, 'fault while sweeping');
      isFailing = true;
    }
    if (!isStopped) timer = setTimeout(run, PAUSE_MS.least + random() * PAUSE_MS.spread);
  };
  let ticking = Promise.resolve();
  const run = (): void => {
    ticking = tick();
  };
  run();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await ticking;
    },
  };
}
