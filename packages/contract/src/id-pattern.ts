/** Form of an id in lower case, as part of a pattern (RFC 9562 section 4). */
export const ID_PATTERN = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const ID = new RegExp(`^${ID_PATTERN}$`, 'i');

/** Whether a text has the form of an id, in whichever case. */
export const hasIdForm = (text: string): boolean => ID.test(text);
