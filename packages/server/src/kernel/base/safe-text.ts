import { decodedForms } from './card-numbers/decoded-forms.ts';

// Characters that turn the direction of a text let it show something else than it holds (Unicode Technical Report 36, section 2.5).
const UNSAFE_TEXT = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Bidi_Control}\u2028\u2029\ufffd]/u;

/** Whether a text can be kept and shown as it is: well-formed, without control characters for lines or direction, unassigned or replacement characters. */
export const isSafeText = (text: string): boolean => text.isWellFormed() && !UNSAFE_TEXT.test(text);

const UNSEEN = /[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** Whether a text has a character that a reader sees: spaces, joiners and fillers alone are none. */
export const hasSeenText = (text: string): boolean => text.replace(UNSEEN, '') !== '';

/** From so many characters on, a name or number is found within other words as well. */
const MIN_WITHIN = 8;

/** The words of a text, without accents, case and characters that nobody sees. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether words say a short name from one place on: letters of other words spell many by chance. */
function isSaidFrom(words: readonly string[], from: number, name: string): boolean {
  let said = '';
  for (const word of words.slice(from, from + name.length)) {
    said += word;
    if (said.length >= name.length) break;
  }
  return said === name;
}

/** Whether a text says one of these names or numbers, however it is spaced, accented or encoded. One of few letters counts as words of its own: "analysis" does not name Ana. */
export function namesAny(names: readonly string[], text: string): boolean {
  const forms = decodedForms(text).map(wordsOf);
  const isSaid = (name: string): boolean =>
    forms.some((words) =>
      name.length >= MIN_WITHIN
        ? words.join('').includes(name)
        : words.some((_, from) => isSaidFrom(words, from, name)),
    );
  return names.map((name) => wordsOf(name).join('')).some((name) => name !== '' && isSaid(name));
}
