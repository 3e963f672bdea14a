import type { Kysely } from 'kysely';
import type { Log } from '../../base/log.ts';
import { byIndex } from '../by-index.ts';
import { withRetries } from '../connect.ts';
import type { SubjectId } from '../subject-ref.ts';
import type { Tables } from '../tables/tables.ts';

const STATEMENT_CANCELED = '57014';

/** What could not be ended in a run: left out for the rest of it, and told to who runs the service. */
export type Unended = { readonly ids: readonly string[]; note(subjectId: SubjectId, error: unknown): void };

/** Starts a run in which nothing has failed yet. */
export function startUnended(log: Log): Unended {
  const ids: string[] = [];
  return {
    ids,
    note: (subjectId, error) => {
      ids.push(subjectId);
      log.error({ err: error, subjectId }, 'what is overdue cannot be ended and is left for the next run');
    },
  };
}

/** How things that are due are locked, but for those left out, and how all that were locked end. */
export type EndingBatch<T> = {
  lock(trx: Kysely<Tables>, limit: number, leftOut: readonly string[]): Promise<T[]>;
  end(trx: Kysely<Tables>, due: readonly T[]): Promise<void>;
  idOf(one: T): SubjectId;
};

type Tried<T> = { due: readonly T[]; error?: unknown };

/** Ends one batch in a commit of its own; an error is answered with what was locked, but where nothing was, or a smaller batch is up to the caller. */
async function tryBatch<T>(
  db: Kysely<Tables>,
  { lock, end }: EndingBatch<T>,
  limit: number,
  leftOut: readonly string[],
): Promise<Tried<T>> {
  let due: readonly T[] = [];
  const work = async (trx: Kysely<Tables>): Promise<void> => {
    due = [];
    due = await lock(trx, limit, leftOut);
    if (due.length > 0) await end(trx, due);
  };
  try {
    await withRetries(() => byIndex(db, work));
    return { due };
  } catch (error) {
    if (due.length === 0 || (error as { code?: string }).code === STATEMENT_CANCELED) throw error;
    return { due, error };
  }
}

/**
 * Ends up to `limit` things that are due in one commit; answers how many it took. Where that fails, it goes on in smaller ones until the one
 * that cannot be ended is alone: that is noted, and the others end. Without `unended`, the first error is thrown.
 */
export async function endBatch<T>(
  db: Kysely<Tables>,
  batch: EndingBatch<T>,
  limit: number,
  unended: Unended | undefined,
): Promise<number> {
  let taken = 0;
  let size = limit;
  while (taken < limit) {
    const batchSize = Math.min(size, limit - taken);
    const { due, error } = await tryBatch(db, batch, batchSize, unended?.ids ?? []);
    const [first] = due;
    if (error === undefined) {
      taken += due.length;
      if (due.length < batchSize) return taken;
    } else if (!unended || first === undefined) throw error;
    else if (due.length > 1) size = Math.max(1, Math.floor(due.length / 8));
    else {
      unended.note(batch.idOf(first), error);
      taken += 1;
      size = limit;
    }
  }
  return taken;
}
