import { closenessOf, hasPhrase, type NumberOf, shortestRun } from './closeness.ts';
import type { Place } from './places.ts';
import type { Phrase } from './question.ts';
import { singularOf } from './spelling.ts';

/** How much words that stand together count: in a phrase of a topic, in a title, word for word as typed, and in a text. */
const TOGETHER = { asked: 8, title: 4, typed: 4, text: 2 };

/** Numbers the words of a text by the words of the question: by how they begin, or by how their singular does. */
export function createNumbering(asked: readonly string[]): NumberOf {
  const known = new Map<string, number>();
  const beginnings = asked.map((word) => [word, singularOf(word) ?? word]);
  const find = (word: string): number =>
    beginnings.findIndex((starts) => starts.some((start) => word.startsWith(start)));
  return (word) => {
    const number = known.get(word) ?? find(word);
    known.set(word, number);
    return number;
  };
}

/** Words of a question as they were typed, and how many of them tell something. */
export type Words = { typed: readonly string[]; count: number };

/** How much of a title or a phrase of a topic is what was asked: 1 is all of it, in its order. */
function shareOfTitle(title: readonly string[], numberOf: NumberOf, count: number): number {
  const near = closenessOf(shortestRun(title, numberOf, count), count);
  return near ** 2 * (0.5 + (0.5 * count) / title.length);
}

/** How near the words of a question stand in a place: 1 is nowhere together. */
export function togetherness(place: Place, numberOf: NumberOf, { typed, count }: Words): number {
  const title = place.titleWords();
  const asked = place.asked().map((phrase) => shareOfTitle(phrase, numberOf, count));
  const best = Math.max(
    TOGETHER.title * shareOfTitle(title, numberOf, count),
    TOGETHER.asked * Math.max(0, ...asked),
  );
  if (best > 0) return 1 + best;
  if (typed.length > count && hasPhrase(place.textWords(), typed, true)) return 1 + TOGETHER.typed;
  return 1 + TOGETHER.text * closenessOf(shortestRun(place.allWords(), numberOf, count), count) ** 2;
}

const numbersIn = (words: readonly string[], numberOf: NumberOf): Set<number> =>
  new Set(words.map(numberOf).filter((number) => number >= 0));

/**
 * How far the words that topics have are one of their phrases, whole, beside single words. Less than 1 says that words of several phrases
 * were mixed, or that the phrase says more than was asked.
 */
export function shareOfPhrase(place: Place, numberOf: NumberOf): number {
  const phrases = place.asked();
  const all = numbersIn(phrases.flat(), numberOf);
  if (all.size === 0) return 1;
  const single = numbersIn(phrases.filter(({ length }) => length === 1).flat(), numberOf);
  const covered = phrases.map((phrase) => {
    const own = numbersIn(phrase, numberOf);
    return (new Set([...single, ...own]).size * own.size) / phrase.length;
  });
  return Math.min(1, Math.max(single.size, ...covered) / all.size);
}

/** Whether the text, title or page of a place has every phrase that was asked for in quotes. */
export const hasQuoted = (place: Place, quoted: readonly Phrase[]): boolean =>
  quoted.every(({ words, isOpen }) =>
    [place.titleWords(), place.textWords(), place.pageWords()].some((text) => hasPhrase(text, words, isOpen)),
  );

const isSame = (words: readonly string[], others: readonly string[]): boolean =>
  words.length === others.length &&
  words.every((word, at) => (singularOf(word) ?? word) === (singularOf(others[at] ?? '') ?? others[at]));

/** Whether a place has the typed words as its heading, in either number, alone or behind the title of its page. */
export function isHeading({ titleWords, pageWords }: Place, typed: readonly string[]): boolean {
  const title = titleWords();
  return isSame(title, typed) || (title.length < typed.length && isSame([...pageWords(), ...title], typed));
}
