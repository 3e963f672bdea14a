import { lengthOf, MAX_CASE_NOTES, MAX_NOTE_LENGTH, type NoteWritten, type Verdict } from '@titular/contract';
import type { Kysely } from 'kysely';
import { insertAuditEntry } from '../audit/index.ts';
import { answerOnce } from '../idempotency/index.ts';
import { refuseCardNumber } from '../kernel/base/card-numbers/card-number.ts';
import type { Clock } from '../kernel/base/clock.ts';
import { newId } from '../kernel/base/id.ts';
import { invariant } from '../kernel/base/invariant.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import { hasSeenText, isSafeText, namesAny } from '../kernel/base/safe-text.ts';
import { inTransaction } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { idleWithoutTurn } from '../kernel/http/admission/admission.ts';
import type { TenantKey, TenantKeys } from '../tenants/index.ts';
import { findDetails, isFinal, openPerson } from '../transactions/index.ts';
import { sealText } from './note.ts';
import { countNotes, hasEarlierNodes, insertNote, lockNoted, type NotedTransaction } from './note-store.ts';

/** What writing needs. */
export type NoteDeps = { db: Kysely<Tables>; clock: Clock; tenantKeys: TenantKeys };

/** What somebody wrote: a text, a verdict, or both; `press` names the press of the button. */
export type NoteDraft = {
  text?: string | undefined;
  verdict?: Verdict | undefined;
  press?: string | undefined;
};

/** The text as it is kept; refuses with 40002 one that is no plain text, and with 40026 a card number. */
function parseText(sent: string): string {
  const text = sent.replace(/\r\n?/g, '\n').trim();
  const isPlain = isSafeText(text.replace(/[\n\t]/g, ' ')) && hasSeenText(text);
  if (!isPlain || lengthOf(text) > MAX_NOTE_LENGTH)
    throw new Refusal('40002', `text must be 1 to ${MAX_NOTE_LENGTH} characters of plain text.`);
  refuseCardNumber('text', text);
  return text;
}

/** Identity and card stand masked beside the note, and a note is read by whoever reads the case. */
async function refuseNamed(
  trx: Kysely<Tables>,
  key: TenantKey,
  { tenantId, transactionId }: NotedTransaction,
  text: string,
): Promise<void> {
  const details = await findDetails(trx, tenantId, transactionId);
  const person = details && openPerson(key, details);
  if (!person) throw new Refusal('40049');
  const { identity, stated, card } = person;
  refuseCardNumber('text', text, card);
  if (namesAny([identity.value, ...(stated ? [stated.value] : [])], text))
    throw new Refusal('40002', 'text must not hold the identity: it stands masked beside the note.');
}

type Written = NotedTransaction & { actor: string; text: string | undefined; verdict: Verdict | undefined };

async function writeWithin(
  { clock }: NoteDeps,
  trx: Kysely<Tables>,
  key: TenantKey,
  { actor, text, verdict, ...noted }: Written,
): Promise<NoteWritten> {
  const locked = await lockNoted(trx, noted);
  if (!locked) throw new Refusal('40401');
  if (locked.isErased) throw new Refusal('40049');
  if (verdict !== undefined && !isFinal(locked.status)) throw new Refusal('40056');
  if (text !== undefined) await refuseNamed(trx, key, noted, text);
  if ((await countNotes(trx, noted)) >= MAX_CASE_NOTES) throw new Refusal('40057');
  if (await hasEarlierNodes(trx)) throw new Refusal('42910');
  const writtenAt = clock.now();
  const noteId = newId(writtenAt.getTime());
  const sealedText = text === undefined ? undefined : sealText(key, noteId, text);
  await insertNote(trx, noted, {
    ...{ noteId, author: actor, verdict, sealedText, writtenAt },
    withdrawnAt: undefined,
  });
  const action = verdict === undefined ? 'transaction.write-note' : 'transaction.give-verdict';
  // Neither words nor verdict: both end with the person, and the log does not.
  const entry = { action, subject: `transaction/${noted.transactionId}`, after: { note: noteId } } as const;
  await insertAuditEntry(trx, { clock, actor }, { tenantId: noted.tenantId, ...entry });
  return { id: noteId };
}

/**
 * Writes a note or verdict with an audit entry in the same commit; the same press answers the same. Refuses with 40002 and 40026 what is no
 * plain text, or holds the identity or a card number. Refuses with 40049 an erased transaction, with 40056 a verdict before the end, with
 * 40057 one too many, and with 42910 beside a node of the release before.
 */
export async function writeNote(
  deps: NoteDeps,
  noted: NotedTransaction & { actor: string },
  { text: sent, verdict, press }: NoteDraft,
): Promise<NoteWritten> {
  const { tenantId, transactionId, actor } = noted;
  const text = sent === undefined ? undefined : parseText(sent);
  invariant(text !== undefined || verdict !== undefined, 'a note has words, or is a verdict');
  const key = await deps.tenantKeys(tenantId);
  const work = (trx: Kysely<Tables>) => writeWithin(deps, trx, key, { ...noted, text, verdict });
  if (press === undefined) return inTransaction(deps.db, work);
  const operation = `writeNote ${actor} ${transactionId}`;
  const request = { key: press, body: { text: text ?? null, verdict: verdict ?? null }, operation };
  const once = { work, subjectOf: () => transactionId };
  return answerOnce({ ...deps, idle: idleWithoutTurn }, tenantId, request, once);
}
