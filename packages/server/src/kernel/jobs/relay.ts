import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../base/log.ts';
import type { Db } from '../database/connect.ts';
import { followCommits } from '../database/outbox/follow-commits.ts';
import { createSingleFlight } from './single-flight.ts';
import type { Sweep } from './sweeps.ts';

/**
 * What a relay moves: rows of `tables`, after each commit on `pools` that inserted any, and after each sweep that found some. `moveBatch` is
 * one commit, and answers whether there may be more. Between two runs `pauseMs` pass, so that under load one commit moves more,
 * and without load nothing waits.
 */
export type RelayWork = {
  name: string;
  pools: readonly pg.Pool[];
  tables: readonly string[];
  moveBatch(): Promise<boolean>;
  isWaiting(db: Db): Promise<boolean>;
  pauseMs: number;
  log: Log;
};

/** A relay of this process; `idle` resolves when nothing asked for is left to do, and `stop` moves what waits a last time, so it comes after requests. */
export type Relay = { idle(): Promise<void>; stop(): Promise<void>; afterRequests: true; sweep: Sweep };

/** Moves what waits, one run at a time in this process. A batch that fails is left to the next commit or sweep, and logged once until one succeeds. */
export function startRelay(work: RelayWork): Relay {
  const { name, pools, tables, moveBatch, isWaiting, pauseMs, log } = work;
  const stopping = new AbortController();
  let isFailing = false;
  let endedMs = Number.NEGATIVE_INFINITY;
  const flight = createSingleFlight(async () => {
    const earlyMs = endedMs + pauseMs - performance.now();
    if (earlyMs > 0) await pause(earlyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    try {
      while (await moveBatch());
      if (isFailing) log.info({ part: 'relay', relay: name }, 'what waited is handed over again');
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error({ err: error, part: 'relay', relay: name }, 'what waits is not handed over');
      isFailing = true;
    }
    endedMs = performance.now();
  });
  const unfollow = pools.flatMap((pool) => tables.map((table) => followCommits(pool, table, flight.ask)));
  return {
    afterRequests: true,
    sweep: {
      name,
      look: async (trx) => ((await isWaiting(trx)) ? flight.ask : () => undefined),
    },
    idle: flight.done,
    async stop() {
      stopping.abort();
      for (const end of unfollow) end();
      flight.ask();
      await flight.done();
    },
  };
}
