import { batchTask } from '../kernel/database/batches/batch-task.ts';
import type { Kernel, Module } from '../module.ts';
import { deleteLeftNotes, type NotesLeft } from './delete-left-notes.ts';
import { deleteNotesAbout } from './note-store.ts';

/** Notes and verdicts of the staff: they end with the person of their transaction. */
export const createNotes = (kernel: Kernel): Module => ({
  tasks: {
    'delete-left-notes': batchTask((run, left) => deleteLeftNotes(kernel, run, left as NotesLeft)),
  },
  schedule: [{ task: 'delete-left-notes', match: '*/10 * * * *', queue: 'clean-up' }],
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
