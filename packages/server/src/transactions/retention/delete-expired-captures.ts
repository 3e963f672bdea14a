import type { Kysely } from 'kysely';
import { deleteAll, type RunTime, startRun } from '../../kernel/database/batches/until-none.ts';
import { byIndex } from '../../kernel/database/by-index.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import {
  closeAttemptsOf,
  deleteCaptureDues,
  deleteFramesOf,
  deleteInputsOf,
  type Ended,
  fillCaptureDues,
  listDueCaptures,
  lockCaptureDues,
  lockEndedTransactions,
} from './expired-capture-store.ts';

const LIST_BATCH = 2_000;
const SUBJECT_BATCH = 200;
/** Of 40 to 60 kB each: what one statement deletes in well under half a second. */
const FRAME_BATCH = 500;

/** Deletes the frames of what is due, in batches, and what it was decided from, and takes it off the list; answers how many frames. */
async function deleteOf(db: Kysely<Tables>, due: readonly Ended[], run: RunTime): Promise<number> {
  let frames = 0;
  const deleteFrames = async (trx: Kysely<Tables>, limit: number): Promise<number> => {
    await lockCaptureDues(trx, due);
    // After the lock, in a statement of its own: one that began before would not see a hold that was placed meanwhile.
    const deleted = await deleteFramesOf(trx, due, limit);
    frames += deleted;
    return deleted;
  };
  // Measurements go with the pictures. In a commit of its own: a hold locks a transaction before it waits for the list.
  await byIndex(db, async (trx) => {
    await lockEndedTransactions(trx, due);
    await deleteInputsOf(trx, due);
  });
  // In one of its own as well: an erasure locks attempts before it waits for the list.
  await byIndex(db, (trx) => closeAttemptsOf(trx, due));
  if (await deleteAll(db, FRAME_BATCH, deleteFrames, run))
    await byIndex(db, (trx) => deleteCaptureDues(trx, due));
  return frames;
}

/** What a run did; it is `done` when nothing due was left. */
export type CaptureCleanUp = { frames: number; done: boolean };

/** Deletes kept frames and inputs of decisions, of all tenants, whose transaction or process ended longer ago than its company keeps captures. */
export async function deleteExpiredCaptures(
  db: Kysely<Tables>,
  now: Date,
  run: RunTime = startRun(),
): Promise<CaptureCleanUp> {
  let frames = 0;
  const isListed = await deleteAll(db, LIST_BATCH, fillCaptureDues, run);
  while (run.elapsedMs() < run.limitMs) {
    const due = await byIndex(db, (trx) => listDueCaptures(trx, now, LIST_BATCH));
    for (let from = 0; from < due.length && run.elapsedMs() < run.limitMs; from += SUBJECT_BATCH)
      frames += await deleteOf(db, due.slice(from, from + SUBJECT_BATCH), run);
    if (due.length < LIST_BATCH) return { frames, done: isListed && run.elapsedMs() < run.limitMs };
  }
  return { frames, done: false };
}
