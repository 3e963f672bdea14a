import MiniSearch, { type SearchResult } from 'minisearch';
import type { SearchFile } from '../build/search-index.ts';
import { type Language, languageOf, originalOf } from './languages.ts';
import {
  fold,
  isName,
  isWord,
  SEARCH_OPTIONS,
  SENTENCE_WAYS,
  WAYS,
  WORD_OPTIONS,
  withoutFillers,
} from './search-options.ts';

/** What is shown for a place that was found. */
export type Found = { address: string; title: string; page: string; excerpt: string };

/** Finds places by words, best first, no more than asked for; `count` is all that there are. */
export type Search = (words: string, most: number) => { count: number; first: Found[] };

/** Of a page that was found in two languages, only the places of the reader's language are left. */
function withoutDoubles<T>(found: readonly T[], addressOf: (one: T) => string, language: Language): T[] {
  const isOwn = (one: T): boolean => languageOf(addressOf(one)) === language;
  const own = new Set(found.filter(isOwn).map((one) => originalOf(addressOf(one))));
  return found.filter((one) => isOwn(one) || !own.has(originalOf(addressOf(one))));
}

/** What tells how the service came to be, and how fast it was: it is found, but after what tells how it is used. */
const isAside = (address: string): boolean => /^(?:changelog\.|decisions\/|figures[./])/.test(address);

/** Of a page that is aside, a word counts for so much. */
const ASIDE = 0.1;

const isSentence = (words: string): boolean => words.trim().split(/\s+/).length >= 4;

/** So many places on using the service are enough to choose from; with fewer, what the next way finds follows. */
const ENOUGH = 3;

function joined(best: readonly SearchResult[], others: readonly SearchResult[]): SearchResult[] {
  const known = new Set(best.map(({ id }) => id));
  return [...best, ...others.filter(({ id }) => !known.has(id))];
}

/** Opens the index that the build wrote, for readers of a language. */
export function openIndex({ pages, entries, index }: SearchFile, language: Language = 'en'): Search {
  const search = MiniSearch.loadJS(index as Parameters<typeof MiniSearch.loadJS>[0], SEARCH_OPTIONS);
  const pageOf = ({ id }: Pick<SearchResult, 'id'>): string =>
    pages[entries[id as number]?.[0] ?? 0]?.[0] ?? '';
  const boostDocument = (id: unknown): number => (isAside(pageOf({ id })) ? ASIDE : 1);
  const isUsed = (one: SearchResult): boolean => !isAside(pageOf(one));
  return (words, most) => {
    const asked = withoutFillers(words);
    const focus = isWord(asked) ? WORD_OPTIONS : {};
    let results: SearchResult[] = [];
    for (const way of isSentence(words) ? SENTENCE_WAYS : WAYS)
      if (results.filter(isUsed).length < ENOUGH)
        results = joined(results, search.search(asked, { ...focus, ...way, boostDocument }));
    results = withoutDoubles(results, pageOf, language);
    if (isName(asked)) {
      const isNamed = ({ id }: SearchResult): boolean =>
        fold(entries[id as number]?.[2] ?? '') === fold(asked);
      results = [...results.filter(isNamed), ...results.filter((one) => !isNamed(one))];
    }
    const first = results.slice(0, most).map(({ id }) => {
      const [number = 0, anchor = '', title = '', excerpt = ''] = entries[id as number] ?? [];
      const [page = '', pageTitle = ''] = pages[number] ?? [];
      return { address: `${page}#${anchor}`, title, page: pageTitle, excerpt };
    });
    return { count: results.length, first };
  };
}
