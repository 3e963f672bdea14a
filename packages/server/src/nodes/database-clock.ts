import { type Kysely, sql } from 'kysely';
import type { Clock } from '../kernel/base/clock.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { type ClockOffset, type ClockSample, narrowOffset, offsetMs, skewSeconds } from './clock-offset.ts';

/** The database's time on this machine: all nodes of a database agree on it, whatever their own clocks show. */
export type DatabaseClock = Clock & {
  /** Takes a sample into account. */
  heed(sample: ClockSample): void;
  /** Seconds by which the machine's clock is surely ahead of the database's; negative where it is behind. */
  skewSeconds(): number;
};

/** A monotonic reading in milliseconds, and what the machine's own clock shows. */
export type MachineTime = { monotonicMs: () => number; wall: Clock };

/** Times up to this much in the past are taken for a narrower bound, and the clock stands until they are over; further back it was set. */
const STANDS_MS = 1_000;

/** Runs by the first sample until the next; between samples it follows the monotonic clock, so that a machine's clock that is set moves nothing. */
export function createDatabaseClock(first: ClockSample, { monotonicMs, wall }: MachineTime): DatabaseClock {
  let offset: ClockOffset = narrowOffset(undefined, first);
  let lastMs = Number.NEGATIVE_INFINITY;
  return {
    now() {
      const nowMs = monotonicMs() + offsetMs(offset);
      lastMs = nowMs < lastMs && nowMs > lastMs - STANDS_MS ? lastMs : nowMs;
      return new Date(lastMs);
    },
    heed(sample) {
      offset = narrowOffset(offset, sample);
    },
    skewSeconds: () => skewSeconds(offset, wall.now().getTime(), monotonicMs()),
  };
}

/** Asks the database for its time. */
async function sampleClock(db: Kysely<Tables>, monotonicMs: () => number): Promise<ClockSample> {
  return db.connection().execute(async (connection) => {
    // Opening a connection is no part of the question.
    const askedMs = monotonicMs();
    const { rows } = await sql<{ ms: number }>`
      SELECT extract(epoch FROM clock_timestamp())::double precision * 1000 AS ms`.execute(connection);
    return { databaseMs: Number(rows[0]?.ms), askedMs, answeredMs: monotonicMs() };
  });
}

const FIRST_SAMPLES = 4;

/** Opens the clock of a database after a few samples: the first on a connection is answered more slowly than those that follow. */
export async function openDatabaseClock(db: Kysely<Tables>, machine: MachineTime): Promise<DatabaseClock> {
  const clock = createDatabaseClock(await sampleClock(db, machine.monotonicMs), machine);
  for (let count = 1; count < FIRST_SAMPLES; count += 1)
    clock.heed(await sampleClock(db, machine.monotonicMs));
  return clock;
}
