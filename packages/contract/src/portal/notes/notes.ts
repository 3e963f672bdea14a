import { type Static, Type } from 'typebox';
import { literals } from '../../literals.ts';
import { storableText } from '../storable-text.ts';
import { MAX_NOTE_LENGTH, VERDICTS } from './verdicts.ts';

const CLOSED = { additionalProperties: false } as const;
const time = Type.String({ format: 'date-time' });
const text = storableText(1, MAX_NOTE_LENGTH);

/** A note or verdict of a person of the staff; a withdrawn one has no text. */
export const CaseNote = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    at: time,
    /** `user:<id>`, or an operator at the command line. */
    author: Type.String(),
    authorName: Type.Optional(Type.String()),
    /** The reader wrote it, and so may withdraw it. */
    isOwn: Type.Boolean(),
    verdict: Type.Optional(literals(VERDICTS)),
    text: Type.Optional(text),
    withdrawnAt: Type.Optional(time),
  },
  CLOSED,
);
export type CaseNote = Static<typeof CaseNote>;

/** Writes a note about a transaction. */
export const WriteNote = Type.Object({ text }, CLOSED);
export type WriteNote = Static<typeof WriteNote>;
/** Gives a verdict on a final transaction, with or without words. */
export const GiveVerdict = Type.Object({ verdict: literals(VERDICTS), text: Type.Optional(text) }, CLOSED);
export type GiveVerdict = Static<typeof GiveVerdict>;
/** The note or verdict that stands now. */
export const NoteWritten = Type.Object({ id: Type.String({ format: 'uuid' }) }, CLOSED);
export type NoteWritten = Static<typeof NoteWritten>;
