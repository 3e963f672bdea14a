import type { Task } from 'graphile-worker';
import type { Kysely } from 'kysely';
import { addSeconds, type Clock } from '../../base/clock.ts';
import type { Tables } from '../tables/tables.ts';
import { batchTask } from './batch-task.ts';
import type { DeleteBefore } from './delete-older.ts';
import { deleteAll } from './until-none.ts';

const BATCH = 2_000;
const DAY_SECONDS = 86_400;

/** Deletes, a batch a commit, what is older than so many days; a `batch` other than 2,000 where rows are small or large. */
export const deleteTask = (
  { db, clock }: { db: Kysely<Tables>; clock: Clock },
  days: number,
  deleteBefore: DeleteBefore,
  batch = BATCH,
): Task =>
  batchTask((run) => {
    const before = addSeconds(clock.now(), -days * DAY_SECONDS);
    return deleteAll(db, batch, (trx, limit) => deleteBefore(trx, before, limit), run);
  });
