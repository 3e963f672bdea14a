import type { SearchKind } from '@titular/contract/search-kind';
import { onClear } from '../service/session.ts';
import { createStore } from '../service/store.ts';

/** What somebody looks for; `as` where they chose one reading, `isOrderLink` where a link named an order. `press` tells one question from the next. */
export type Query = { tenantId: string; text: string; as?: SearchKind; isOrderLink?: boolean; press: number };

/** The present query, in memory alone; the lock deletes it. */
export const queryStore = createStore<Query | undefined>(undefined);
onClear(() => queryStore.write(undefined));

let presses = 0;

/** Asks for something: the same text again is another question, because something may have come since. */
export function ask(query: Omit<Query, 'press'>): void {
  presses += 1;
  queryStore.write({ ...query, press: presses });
}
