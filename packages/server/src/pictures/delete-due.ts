import type { Task } from 'graphile-worker';
import { batchTask } from '../kernel/database/batches/batch-task.ts';
import { isOver, type RunTime, startRun, untilNone } from '../kernel/database/batches/until-none.ts';
import type { Db } from '../kernel/database/connect.ts';
import { claimDues, deleteDues } from './due-store.ts';
import type { ObjectStore } from './objects/object-store.ts';

/** What is asked of the store at once; the rest of a claim waits. */
const AT_ONCE = 8;
const BATCH = 64;

/** What became of one claim: how many objects it named, how many are gone, and the first fault of the store. */
type Deletion = { claimed: number; deleted: number; fault?: { error: unknown } };

/** Deletes up to `limit` objects that are due. What the store did not delete, or the run had no time for, stays on the list and is tried again after a minute. */
export async function deleteDueObjects(
  { db, objects }: { db: Db; objects: Pick<ObjectStore, 'remove'> },
  limit: number,
  run: RunTime = startRun(),
): Promise<Deletion> {
  const names = await claimDues(db, limit);
  const deletion: Deletion = { claimed: names.length, deleted: 0 };
  for (let from = 0; from < names.length && !isOver(run); from += AT_ONCE) {
    const some = names.slice(from, from + AT_ONCE);
    const tried = await Promise.allSettled(some.map((name) => objects.remove(name)));
    const gone = some.filter((_, index) => tried[index]?.status === 'fulfilled');
    await deleteDues(db, gone);
    deletion.deleted += gone.length;
    const failed = tried.find((one) => one.status === 'rejected');
    if (failed) deletion.fault ??= { error: failed.reason };
  }
  return deletion;
}

/** Works the list off for as long as a run has. Objects that the store refuses hold up no other; a fault is thrown once no other is left, or none could be deleted. */
export async function deleteAllDue(
  deps: { db: Db; objects: Pick<ObjectStore, 'remove'> },
  run: RunTime,
): Promise<boolean> {
  let deleted = 0;
  let fault: Deletion['fault'];
  const isDone = await untilNone(
    BATCH,
    async (limit) => {
      const deletion = await deleteDueObjects(deps, limit, run);
      deleted += deletion.deleted;
      fault ??= deletion.fault;
      return deletion.claimed;
    },
    run,
  );
  if (fault && (isDone || deleted === 0)) throw fault.error;
  return isDone;
}

/** Makes the task that works the list off; without a bucket there is nothing that it could do. */
export const deleteDueTask = (db: Db, objects: ObjectStore | undefined): Task =>
  batchTask(async (run) => !objects || deleteAllDue({ db, objects }, run));
