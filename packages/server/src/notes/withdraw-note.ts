import { insertAuditEntry } from '../audit/index.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import { inTransaction } from '../kernel/database/connect.ts';
import { lockNote, type NotedTransaction, updateWithdrawn } from './note-store.ts';
import type { NoteDeps } from './write-note.ts';

/**
 * Withdraws a note or verdict: its row stays and says so, its text is deleted, and the entry names the author. Withdrawn once more, nothing
 * changes. Refuses with 40420 an unknown one, and with 40353 one of somebody else where the actor may not withdraw any.
 */
export async function withdrawNote(
  { db, clock }: Pick<NoteDeps, 'db' | 'clock'>,
  { actor, mayWithdrawAny, ...noted }: NotedTransaction & { actor: string; mayWithdrawAny: boolean },
  noteId: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const note = await lockNote(trx, noted, noteId);
    if (!note) throw new Refusal('40420');
    if (note.author !== actor && !mayWithdrawAny) throw new Refusal('40353');
    if (note.isWithdrawn) return;
    await updateWithdrawn(trx, noted, noteId, clock.now());
    const subject = `transaction/${noted.transactionId}` as const;
    const entry = {
      action: 'transaction.withdraw-note',
      subject,
      after: { note: noteId, author: note.author },
    } as const;
    await insertAuditEntry(trx, { clock, actor }, { tenantId: noted.tenantId, ...entry });
  });
}
