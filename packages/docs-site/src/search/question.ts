import { fold } from './search-options.ts';

/** Words in quotes, which a place has to have one behind the other; the last word of an open quote is still being typed. */
export type Phrase = { words: readonly string[]; isOpen: boolean };

const QUOTED = /["“”„«»]([^"“”„«»]*)(["“”„«»]|$)/g;

/** A word, as the index parts them. */
export const WORD = /[^\n\r\p{Z}\p{P}]+/gu;

/** The words of a text as the index parts them, without accents and in small letters. */
export const wordsOf = (text: string): string[] => fold(text).match(WORD) ?? [];

/** The phrases in quotes of a question. */
export const quotedIn = (question: string): Phrase[] =>
  [...question.matchAll(QUOTED)]
    .map(([, inner = '', end]) => ({ words: wordsOf(inner), isOpen: end === '' }))
    .filter(({ words }) => words.length > 0);

/** The question without the marks of its quotes. */
export const withoutQuotes = (question: string): string => question.replace(/["“”„«»]/g, ' ').trim();
