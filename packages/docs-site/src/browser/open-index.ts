import MiniSearch, { type SearchOptions, type SearchResult } from 'minisearch';
import type { SearchFile } from '../build/search-index.ts';
import { NEARLY, SEARCH_OPTIONS } from './search-options.ts';

/** What is shown for a place that was found. */
export type Found = { address: string; title: string; page: string; excerpt: string };

/** Finds places by words, best first, no more than asked for; `count` is all that there are. */
export type Search = (words: string, most: number) => { count: number; first: Found[] };

/** Every word as it was typed, and else nearly so. */
const WAYS: readonly SearchOptions[] = [{}, NEARLY];

/** For programs, which ask in whole sentences: else any of the words. */
export const WAYS_OF_PROGRAMS: readonly SearchOptions[] = [...WAYS, { combineWith: 'OR' }];

/** Opens the index that the build wrote; of the ways to search, the first that finds something counts. */
export function openIndex(
  { pages, entries, index }: SearchFile,
  ways: readonly SearchOptions[] = WAYS,
): Search {
  const search = MiniSearch.loadJS(index as Parameters<typeof MiniSearch.loadJS>[0], SEARCH_OPTIONS);
  return (words, most) => {
    let results: SearchResult[] = [];
    for (const way of ways) if (results.length === 0) results = search.search(words, way);
    const first = results.slice(0, most).map(({ id }) => {
      const [number = 0, anchor = '', title = '', excerpt = ''] = entries[id as number] ?? [];
      const [page = '', pageTitle = ''] = pages[number] ?? [];
      return { address: `${page}#${anchor}`, title, page: pageTitle, excerpt };
    });
    return { count: results.length, first };
  };
}
