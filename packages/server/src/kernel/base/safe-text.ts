// Characters that turn the direction of a text let it show something else than it holds (Unicode Technical Report 36, section 2.5).
const UNSAFE_TEXT = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Bidi_Control}\u2028\u2029\ufffd]/u;

/** Whether a text can be kept and shown as it is: well-formed, without control characters for lines or direction, unassigned or replacement characters. */
export const isSafeText = (text: string): boolean => text.isWellFormed() && !UNSAFE_TEXT.test(text);

const UNSEEN = /[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** Whether a text has a character that a reader sees: spaces, joiners and fillers alone are none. */
export const hasSeenText = (text: string): boolean => text.replace(UNSEEN, '') !== '';

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** Whether a text says one of these names or numbers, however it is spaced or accented. */
export const namesAny = (names: readonly string[], text: string): boolean =>
  names.some((name) => plain(name) !== '' && plain(text).includes(plain(name)));
