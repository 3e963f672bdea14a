import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { isOver, type RunTime } from '../kernel/database/batches/until-none.ts';
import { byIndex } from '../kernel/database/by-index.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { deleteNotesOfErased, listNoted } from './left-note-store.ts';
import type { NotedTransaction } from './note-store.ts';

/** How far the run before came. */
export type NotesLeft = { after?: NotedTransaction } | undefined;

/** Transactions of one commit. */
const BATCH = 200;

/**
 * Deletes notes of erased transactions, which erasures of an earlier release leave behind. Goes through all transactions that have notes, and
 * answers how far it came when the time of the run ends first.
 */
export async function deleteLeftNotes(
  { db }: { db: Kysely<Tables> },
  run: RunTime,
  left: NotesLeft,
): Promise<true | { after: NotedTransaction }> {
  let after = left?.after;
  for (;;) {
    const before = run.elapsedMs();
    const noted = await byIndex(db, async (trx) => {
      const next = await listNoted(trx, after, BATCH);
      if (next.length > 0) await deleteNotesOfErased(trx, next);
      return next;
    });
    after = noted.at(-1) ?? after;
    if (noted.length < BATCH || !after) return true;
    if (isOver(run)) return { after };
    // It rests as long as it works.
    await setTimeout(run.elapsedMs() - before);
  }
}
