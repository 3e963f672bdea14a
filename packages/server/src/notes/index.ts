export { openNotes } from './note.ts';
export { listNotes } from './note-store.ts';
export { withdrawNote } from './withdraw-note.ts';
export { type NoteDeps, writeNote } from './write-note.ts';
