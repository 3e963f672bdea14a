import type { Module } from '../module.ts';
import { deleteNotesAbout } from './note-store.ts';

/** Notes and verdicts of the staff: they end with the person of their transaction. */
export const createNotes = (): Module => ({
  erase: [
    {
      goesWith: ['transactions'],
      tables: ['case_notes'],
      erase: deleteNotesAbout,
      // Words of the staff may be about whoever stated an identity.
      alsoStated: true,
    },
  ],
  tables: { case_notes: 'person' },
});
