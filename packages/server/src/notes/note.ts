import type { Verdict } from '@titular/contract';
import type { TenantKey } from '../tenants/index.ts';

/** A note or verdict as it is kept; a withdrawn one has no text any more. */
export type SealedNote = {
  noteId: string;
  /** As the audit log names actors. */
  author: string;
  verdict: Verdict | undefined;
  sealedText: Buffer | undefined;
  writtenAt: Date;
  withdrawnAt: Date | undefined;
};

/** A note or verdict with its text in clear. */
export type Note = Omit<SealedNote, 'sealedText'> & { text: string | undefined };

const PLACE = ['case_notes', 'text'] as const;

/** Seals the text of a note, bound to its row. */
export const sealText = (key: TenantKey, noteId: string, text: string): Buffer =>
  key.seal(PLACE[0], noteId, PLACE[1], Buffer.from(text, 'utf8'));

/** Opens the texts of notes. */
export const openNotes = (key: TenantKey, notes: readonly SealedNote[]): Note[] =>
  notes.map(({ sealedText, ...note }) => ({
    ...note,
    text: sealedText && key.unseal(PLACE[0], note.noteId, PLACE[1], sealedText).toString('utf8'),
  }));
