import type { TransactionStatus } from '@titular/contract';
import { sql } from 'kysely';
import type { TenantId, TransactionId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { SealedNote } from './note.ts';

/** A transaction of a tenant, by both ids. */
export type NotedTransaction = { tenantId: TenantId; transactionId: TransactionId };

/** Locks a transaction for a note: an erasure waits, and so does whoever writes the next one. */
export async function lockNoted(
  db: Db,
  { tenantId, transactionId }: NotedTransaction,
): Promise<{ status: TransactionStatus; isErased: boolean } | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select(['status', 'erased_at'])
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && { status: row.status as TransactionStatus, isErased: row.erased_at !== null };
}

/** Counts notes and verdicts of a transaction, withdrawn ones included. */
export async function countNotes(db: Db, { tenantId, transactionId }: NotedTransaction): Promise<number> {
  const { count } = await db
    .selectFrom('case_notes')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds a row. */
export async function insertNote(
  db: Db,
  { tenantId, transactionId }: NotedTransaction,
  note: SealedNote,
): Promise<void> {
  await db
    .insertInto('case_notes')
    .values({
      tenant_id: tenantId,
      transaction_id: transactionId,
      note_id: note.noteId,
      author: note.author,
      verdict: note.verdict ?? null,
      sealed_text: note.sealedText ?? null,
      written_at: note.writtenAt,
      withdrawn_at: note.withdrawnAt ?? null,
    })
    .execute();
}

/** The `limit` newest notes and verdicts of a transaction that was not erased, newest first: a node of an earlier release erases no notes. */
export async function listNotes(
  db: Db,
  { tenantId, transactionId }: NotedTransaction,
  limit: number,
): Promise<SealedNote[]> {
  const rows = await db
    .selectFrom('case_notes as n')
    .innerJoin('transactions as t', (join) =>
      join.onRef('t.tenant_id', '=', 'n.tenant_id').onRef('t.transaction_id', '=', 'n.transaction_id'),
    )
    .select(['n.note_id', 'n.author', 'n.verdict', 'n.sealed_text', 'n.written_at', 'n.withdrawn_at'])
    .where('n.tenant_id', '=', tenantId)
    .where('n.transaction_id', '=', transactionId)
    .where('t.erased_at', 'is', null)
    .orderBy('n.note_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    noteId: row.note_id,
    author: row.author,
    verdict: row.verdict ?? undefined,
    sealedText: row.sealed_text ?? undefined,
    writtenAt: row.written_at,
    withdrawnAt: row.withdrawn_at ?? undefined,
  }));
}

/** Who wrote a note, and whether it still stands. */
export async function lockNote(
  db: Db,
  { tenantId, transactionId }: NotedTransaction,
  noteId: string,
): Promise<{ author: string; isWithdrawn: boolean } | undefined> {
  const row = await db
    .selectFrom('case_notes')
    .select(['author', 'withdrawn_at'])
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .where('note_id', '=', noteId)
    .forUpdate()
    .executeTakeFirst();
  return row && { author: row.author, isWithdrawn: row.withdrawn_at !== null };
}

/** Says of a note that it is withdrawn, and deletes its text. */
export async function updateWithdrawn(
  db: Db,
  { tenantId, transactionId }: NotedTransaction,
  noteId: string,
  at: Date,
): Promise<void> {
  await db
    .updateTable('case_notes')
    .set({ withdrawn_at: at, sealed_text: null })
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .where('note_id', '=', noteId)
    .execute();
}

/** Deletes all notes and verdicts of transactions; an id of a process has none. */
export async function deleteNotesAbout(db: Db, tenantId: TenantId, ids: readonly string[]): Promise<number> {
  const result = await sql`
    DELETE FROM case_notes WHERE tenant_id = ${tenantId} AND transaction_id = ANY (${[...ids]}::uuid[])`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0n);
}

/** Whether a node of an earlier release was seen within the last minute: its erasures delete no notes. */
export async function hasEarlierNodes(db: Db): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM nodes WHERE NOT erases_notes AND seen_at > clock_timestamp() - interval '1 minute' LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}
