import { type FoldLeft, foldFigures } from '@titular/server/figures/fold-figures.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { startRun } from '@titular/server/kernel/database/batches/until-none.ts';
import type pg from 'pg';
import type { Harness } from '../harness/harness.ts';

/** How long the job that counts figures took: from nothing until all is counted, and once more with nothing new. */
export type RollupTimes = {
  transactions: number;
  buildMs: number;
  runs: number;
  restMs: number;
  /** One count over all rows, as no page may do. */
  slowCountMs: number;
};

const SLOW_COUNT = `SELECT tenant_id, date_trunc('hour', created_at), status, count(*) FROM transactions GROUP BY 1, 2, 3`;

/** Runs of the job, each with its usual time, until one leaves nothing; answers how many there were. */
async function foldAll({ database: { db } }: Harness): Promise<number> {
  const deps = { db, clock: systemClock, log: createLog('error') };
  let left: FoldLeft = {};
  for (let runs = 1; ; runs += 1) {
    const end = await foldFigures(deps, startRun(), left);
    if (end === true) return runs;
    left = end;
  }
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, result };
}

/** Counts the figures of a filled database from nothing, as the job of each minute does. */
export async function measureRollup(
  harness: Harness,
  pool: Pick<pg.Pool, 'query'>,
  transactions: number,
): Promise<RollupTimes> {
  const slow = await timed(() => pool.query(`SELECT count(*) FROM (${SLOW_COUNT}) AS cells`));
  const build = await timed(() => foldAll(harness));
  for (const table of ['transaction_hours', 'reason_hours']) await pool.query(`VACUUM ANALYZE ${table}`);
  const rest = await timed(() => foldAll(harness));
  return { transactions, buildMs: build.ms, runs: build.result, restMs: rest.ms, slowCountMs: slow.ms };
}
