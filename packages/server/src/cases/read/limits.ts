/** Most links, and most page sessions, that a case shows: the newest. */
export const MAX_LINKS = 100;
/** Most calls that a case shows: the newest; the whole log has a page of its own. */
export const MAX_CALLS = 100;
/** Most entries of the audit log that a case shows: the newest. */
export const MAX_ENTRIES = 100;
