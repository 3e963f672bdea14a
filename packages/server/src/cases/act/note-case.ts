import type { CaseNote, GiveVerdict, NoteWritten, WriteNote } from '@titular/contract';
import { readIdempotencyKey } from '../../idempotency/index.ts';
import type { TransactionId } from '../../kernel/base/id.ts';
import { type NoteDeps, withdrawNote, writeNote } from '../../notes/index.ts';
import { parseCaseId } from '../case-scope.ts';
import type { CaseDeps, CaseReader } from '../read/case-deps.ts';
import { readCaseNotes } from '../read/case-notes.ts';
import { refuseUnseen } from '../read/shared-parts.ts';
import { hideUnknown } from './hide-unknown.ts';
import type { Member } from './member.ts';

/** A note as the page sends it; the key names the press of the button, so that a second one answers the same. */
export type HandWritten = {
  body: WriteNote | GiveVerdict;
  idempotencyKey?: string | string[] | undefined;
};

async function seenTransaction(
  deps: NoteDeps,
  member: Member,
  id: string,
): Promise<{ tenantId: Member['tenantId']; transactionId: TransactionId; actor: string }> {
  const transactionId = parseCaseId(id);
  await refuseUnseen(deps, member, { kind: 'transaction', id: transactionId });
  return { tenantId: member.tenantId, actor: member.actor, transactionId };
}

/** Writes a note, or gives a verdict, within what the member may see. Refuses as `writeNote` does, and with 40420. */
export async function noteByHand(
  deps: NoteDeps,
  member: Member,
  id: string,
  { body, idempotencyKey }: HandWritten,
): Promise<NoteWritten> {
  const noted = await seenTransaction(deps, member, id);
  const draft = { ...body, press: readIdempotencyKey(idempotencyKey) };
  return hideUnknown(() => writeNote(deps, noted, draft));
}

/** Withdraws a note or verdict of the member's own, or any as an admin or at the command line. Refuses with 40420 and 40353. */
export async function withdrawByHand(
  deps: NoteDeps,
  member: CaseReader,
  { id, noteId }: { id: string; noteId: string },
): Promise<void> {
  const noted = await seenTransaction(deps, member, id);
  const mayWithdrawAny = member.extent('notes:withdraw') !== undefined;
  await withdrawNote(deps, { ...noted, mayWithdrawAny }, parseCaseId(noteId));
}

/** Notes and verdicts of a transaction within what the reader may see, newest first. Refuses with 40420. */
export async function listNotesByHand(
  deps: NoteDeps & Pick<CaseDeps, 'findNames'>,
  reader: CaseReader,
  id: string,
): Promise<CaseNote[]> {
  const { transactionId } = await seenTransaction(deps, reader, id);
  return readCaseNotes(deps, deps.db, reader, transactionId);
}
