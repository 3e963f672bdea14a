import { newId } from '@titular/server/kernel/base/id.ts';

/** An id for calls whose text alone is looked at. */
export const ID = newId();

/** An instant for the same. */
export const NOW = new Date(0);
