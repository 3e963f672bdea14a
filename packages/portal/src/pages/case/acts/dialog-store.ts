import { onClear } from '../../../service/session.ts';
import { createStore } from '../../../service/store.ts';

/** A dialog over an open case, of the case with this id; undefined while there is none. */
export type CaseDialog = { id: string; kind: 'link' | 'cancel' | 'file' };

/** Name under which an unsent request for a case file outlives the lock. */
export const caseFileForm = (id: string): string => `case file ${id}`;

/** The open dialog; keys, buttons and the palette open it alike. */
export const caseDialog = createStore<CaseDialog | undefined>(undefined);
onClear(() => caseDialog.write(undefined));
