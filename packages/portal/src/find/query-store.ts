import type { SearchKind } from '@titular/contract/search-kind';
import { onClear } from '../service/session.ts';
import { createStore } from '../service/store.ts';

/** What somebody looks for; `as` where they chose one reading, `isOrderLink` where a link named an order. */
export type Query = { tenantId: string; text: string; as?: SearchKind; isOrderLink?: boolean };

/** The present query, in memory alone; the lock deletes it. */
export const queryStore = createStore<Query | undefined>(undefined);
onClear(() => queryStore.write(undefined));
