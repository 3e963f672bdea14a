import { type CaseNote, MAX_CASE_NOTES } from '@titular/contract';
import type { Kysely } from 'kysely';
import { accountOf } from '../../audit/index.ts';
import type { TransactionId } from '../../kernel/base/id.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { listNotes, openNotes } from '../../notes/index.ts';
import type { CaseDeps, CaseReader } from './case-deps.ts';

/** Notes and verdicts of a transaction, newest first, as far as the reader may read them; withdrawn ones without text. */
export async function readCaseNotes(
  deps: Pick<CaseDeps, 'tenantKeys' | 'findNames'>,
  trx: Kysely<Tables>,
  { tenantId, actor, extent }: CaseReader,
  transactionId: TransactionId,
): Promise<CaseNote[]> {
  if (extent('notes:write') === undefined) return [];
  const sealed = await listNotes(trx, { tenantId, transactionId }, MAX_CASE_NOTES);
  if (sealed.length === 0) return [];
  const userIds = [...new Set(sealed.flatMap(({ author }) => accountOf(author) ?? []))];
  const names = userIds.length === 0 ? new Map<string, string>() : await deps.findNames(trx, userIds);
  return openNotes(await deps.tenantKeys(tenantId), sealed).map((note) => {
    const name = names.get(accountOf(note.author) ?? '');
    return {
      ...{ id: note.noteId, at: note.writtenAt.toISOString(), author: note.author },
      ...(name === undefined ? {} : { authorName: name }),
      isOwn: note.author === actor,
      ...(note.verdict === undefined ? {} : { verdict: note.verdict }),
      ...(note.text === undefined ? {} : { text: note.text }),
      ...(note.withdrawnAt === undefined ? {} : { withdrawnAt: note.withdrawnAt.toISOString() }),
    };
  });
}
