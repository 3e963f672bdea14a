export { type Note, openNotes } from './note.ts';
export { listNotes } from './note-store.ts';
export { withdrawNote } from './withdraw-note.ts';
export { type NoteDeps, type NoteDraft, writeNote } from './write-note.ts';
