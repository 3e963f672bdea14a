import { WEBHOOK_LOG_DAYS } from '@titular/contract';
import type { Kysely } from 'kysely';
import { addSeconds, type Clock } from '../../kernel/base/clock.ts';
import { untilNone } from '../../kernel/database/batches/until-none.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { deleteOldExaminations } from '../receiver-doctor/examination-store.ts';
import { deleteOldRefusedCalls } from './refused-call-store.ts';
import { deleteOldRuns } from './run-store.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** As long as deliveries are tried again: the first attempt of one looks for its scenario. */
const RUNS_KEPT_SECONDS = 30 * DAY_SECONDS;
const CALLS_KEPT_SECONDS = HOUR_SECONDS;
/** As long as the log of webhooks. */
const EXAMINATIONS_KEPT_SECONDS = WEBHOOK_LOG_DAYS * DAY_SECONDS;

/** Rows of one statement, so that none holds many locks for long. */
const BATCH = 1_000;

async function cleanUp(db: Kysely<Tables>, now: Date, batch: number): Promise<void> {
  const [runs, calls] = [addSeconds(now, -RUNS_KEPT_SECONDS), addSeconds(now, -CALLS_KEPT_SECONDS)];
  await untilNone(batch, (limit) => deleteOldRuns(db, runs, limit));
  await untilNone(batch, (limit) => deleteOldRefusedCalls(db, calls, limit));
  const examinations = addSeconds(now, -EXAMINATIONS_KEPT_SECONDS);
  await untilNone(batch, (limit) => deleteOldExaminations(db, examinations, limit));
}

/** What forgets, once an hour however often it is called, what the sandbox has no more use for; after a fault the next call tries again. */
export type CleanUp = (() => Promise<void>) & { isDue(): boolean };

/** Makes the clean-up of one process. */
export function createCleanUp(
  { db, clock }: { db: Kysely<Tables>; clock: Clock },
  batch: number = BATCH,
): CleanUp {
  let next = clock.now();
  const isDue = (): boolean => clock.now() >= next;
  const clean = async (): Promise<void> => {
    if (!isDue()) return;
    const now = clock.now();
    await cleanUp(db, now, batch);
    next = addSeconds(now, HOUR_SECONDS);
  };
  return Object.assign(clean, { isDue });
}
