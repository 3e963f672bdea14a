import type { Options, SearchOptions } from 'minisearch';

/** Small letters without accents, so that `não` is found by `nao`. */
export const fold = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** How words are indexed by the build and searched by the page: the same for both, or nothing is found. */
export const SEARCH_OPTIONS: Options = {
  fields: ['asked', 'alone', 'title', 'name', 'page', 'text'],
  processTerm: fold,
  searchOptions: {
    fields: ['asked', 'title', 'name', 'page', 'text'],
    boost: { asked: 30, title: 4, name: 4, page: 2 },
    prefix: true,
    combineWith: 'AND',
  },
};

/** Fields of a place itself, without what topics say of it. */
export const TEXT_FIELDS: SearchOptions = { fields: ['title', 'name', 'page', 'text'] };

/** Of a single word, what a topic has by itself counts: `lost` in "lost webhook" says nothing of webhooks. */
export const WORD_OPTIONS: SearchOptions = {
  fields: SEARCH_OPTIONS.fields,
  boost: { asked: 1, alone: 30, title: 4, name: 4, page: 2 },
};

/** A mark of a topic's word that counts beside others alone: `+lost` leads who asks for `webhook secret lost`, and nobody who asks for `lost`. */
export const BESIDE = '+';

/** A phrase or a question of one word, as the index parts words. */
export const isWord = (phrase: string): boolean => /^[^\s\p{P}]+$/u.test(phrase.trim());

/** Words that questions are made with, and that lead nowhere: in English, Portuguese and Spanish. */
const FILLERS: ReadonlySet<string> = new Set([
  ...'a all an and are can do does for from get got had has have how i in is it long many much my of on or our the to was we were what when where which with you your'.split(
    ' ',
  ),
  ...'as com como da das de do dos e em eu faco fazer meu minha na no o os para por qual quando que se um uma'.split(
    ' ',
  ),
  ...'como con cual cuando del el en es la las lo los mi por puedo que se un una y'.split(' '),
]);

/** The question without its fillers and signs; as it was typed where nothing else is in it. */
export function withoutFillers(question: string): string {
  const words = question.split(/[\s?¿!¡,;]+/).filter((word) => word !== '');
  const telling = words.filter((word) => !FILLERS.has(fold(word)));
  return (telling.length > 0 ? telling : words).join(' ');
}

/** What is typed as a name and no word, such as `Retry-After` or `40026`: the place that has it comes first. */
export const isName = (question: string): boolean =>
  /^(?=\D|\d{5})\S*(?:[-_.\d]|\p{Ll}\p{Lu})\S*$/u.test(question);

/** Words may be misspelt; another number is another code. */
const fuzzy = (word: string): number | false => (/\d/.test(word) ? false : 0.2);

/** Every word as it was typed, else nearly so, else any of them: ways that follow each other until enough was found. */
export const WAYS: readonly SearchOptions[] = [{}, { fuzzy }, { combineWith: 'OR' }];

/** Of a sentence any word counts: a page that has every one of them has them by chance. */
export const SENTENCE_WAYS: readonly SearchOptions[] = [{ combineWith: 'OR' }, { fuzzy, combineWith: 'OR' }];
