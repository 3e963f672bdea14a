import MiniSearch, { type SearchResult } from 'minisearch';
import type { SearchFile } from '../build/search-index.ts';
import { type Language, languageOf, originalOf } from './languages.ts';
import { fold, isName, SEARCH_OPTIONS, WAYS, withoutFillers } from './search-options.ts';

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

/** Opens the index that the build wrote, for readers of a language. */
export function openIndex({ pages, entries, index }: SearchFile, language: Language = 'en'): Search {
  const search = MiniSearch.loadJS(index as Parameters<typeof MiniSearch.loadJS>[0], SEARCH_OPTIONS);
  const pageOf = ({ id }: SearchResult): string => pages[entries[id as number]?.[0] ?? 0]?.[0] ?? '';
  return (words, most) => {
    const asked = withoutFillers(words);
    let results: SearchResult[] = [];
    for (const way of WAYS) if (results.length === 0) results = search.search(asked, way);
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
