import { createStore } from '../service/store.ts';

/** What lies over the page: the palette, the list of shortcuts, or nothing. */
export const overlay = createStore<'palette' | 'shortcuts' | undefined>(undefined);
