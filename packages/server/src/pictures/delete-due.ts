import type { Task } from 'graphile-worker';
import { batchTask } from '../kernel/database/batches/batch-task.ts';
import { untilNone } from '../kernel/database/batches/until-none.ts';
import type { Db } from '../kernel/database/connect.ts';
import { claimDues, deleteDues } from './due-store.ts';
import type { ObjectStore } from './objects/object-store.ts';

/** What is asked of the store at once; the rest of a claim waits. */
const AT_ONCE = 8;
const BATCH = 64;

/** Deletes up to `limit` objects that are due; answers how many it set about. What the store did not delete stays on the list, and its fault is thrown. */
export async function deleteDueObjects(
  { db, objects }: { db: Db; objects: Pick<ObjectStore, 'remove'> },
  limit: number,
): Promise<number> {
  const names = await claimDues(db, limit);
  for (let from = 0; from < names.length; from += AT_ONCE) {
    const some = names.slice(from, from + AT_ONCE);
    const tried = await Promise.allSettled(some.map((name) => objects.remove(name)));
    const gone = some.filter((_, index) => tried[index]?.status === 'fulfilled');
    await deleteDues(db, gone);
    const failed = tried.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }
  return names.length;
}

/** Makes the task that works the list off; without a bucket there is nothing that it could do. */
export const deleteDueTask = (db: Db, objects: ObjectStore | undefined): Task =>
  batchTask(async (run) => {
    if (!objects) return true;
    return untilNone(BATCH, (limit) => deleteDueObjects({ db, objects }, limit), run);
  });
