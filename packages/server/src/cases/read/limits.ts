/** Newest of each kind that a case shows; whole lists have pages of their own. */
export const MAX_LINKS = 100;
export const MAX_CALLS = 100;
export const MAX_ENTRIES = 100;
