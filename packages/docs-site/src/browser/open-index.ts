import MiniSearch, { type SearchOptions, type SearchResult } from 'minisearch';
import type { SearchFile } from '../build/search-index.ts';
import { type Language, languageOf, originalOf } from './languages.ts';
import { NEARLY, SEARCH_OPTIONS } from './search-options.ts';

/** What is shown for a place that was found. */
export type Found = { address: string; title: string; page: string; excerpt: string };

/** Finds places by words, best first, no more than asked for; `count` is all that there are. */
export type Search = (words: string, most: number) => { count: number; first: Found[] };

/** Every word as it was typed, and else nearly so. */
export const WAYS_OF_READERS: readonly SearchOptions[] = [{}, NEARLY];

/** For programs, which ask in whole sentences: else any of the words. */
export const WAYS_OF_PROGRAMS: readonly SearchOptions[] = [...WAYS_OF_READERS, { combineWith: 'OR' }];

/** Of a page that was found in two languages, only the places of the reader's language are left. */
function withoutDoubles<T>(found: readonly T[], addressOf: (one: T) => string, language: Language): T[] {
  const isOwn = (one: T): boolean => languageOf(addressOf(one)) === language;
  const own = new Set(found.filter(isOwn).map((one) => originalOf(addressOf(one))));
  return found.filter((one) => isOwn(one) || !own.has(originalOf(addressOf(one))));
}

/** Opens the index that the build wrote; of the ways to search, the first that finds something counts. */
export function openIndex(
  { pages, entries, index }: SearchFile,
  ways: readonly SearchOptions[] = WAYS_OF_READERS,
  language: Language = 'en',
): Search {
  const search = MiniSearch.loadJS(index as Parameters<typeof MiniSearch.loadJS>[0], SEARCH_OPTIONS);
  const pageOf = ({ id }: SearchResult): string => pages[entries[id as number]?.[0] ?? 0]?.[0] ?? '';
  return (words, most) => {
    let results: SearchResult[] = [];
    for (const way of ways) if (results.length === 0) results = search.search(words, way);
    results = withoutDoubles(results, pageOf, language);
    const first = results.slice(0, most).map(({ id }) => {
      const [number = 0, anchor = '', title = '', excerpt = ''] = entries[id as number] ?? [];
      const [page = '', pageTitle = ''] = pages[number] ?? [];
      return { address: `${page}#${anchor}`, title, page: pageTitle, excerpt };
    });
    return { count: results.length, first };
  };
}
