import MiniSearch from 'minisearch';
import type { SearchFile } from '../build/search-index.ts';
import { NEARLY, SEARCH_OPTIONS } from './search-options.ts';

/** What is shown for a place that was found. */
export type Found = { address: string; title: string; page: string; excerpt: string };

const MAX_SHOWN = 20;

/** Loads the index, and returns how to search it. */
export async function loadSearch(
  address: string,
): Promise<(words: string) => { count: number; first: Found[] }> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the index was answered with ${answer.status}`);
  const { pages, entries, index } = (await answer.json()) as SearchFile;
  const search = MiniSearch.loadJS(index as Parameters<typeof MiniSearch.loadJS>[0], SEARCH_OPTIONS);
  return (words) => {
    const exact = search.search(words);
    const results = exact.length > 0 ? exact : search.search(words, NEARLY);
    const first = results.slice(0, MAX_SHOWN).map(({ id }) => {
      const [number = 0, anchor = '', title = '', excerpt = ''] = entries[id as number] ?? [];
      const [page = '', pageTitle = ''] = pages[number] ?? [];
      return { address: `${page}#${anchor}`, title, page: pageTitle, excerpt };
    });
    return { count: results.length, first };
  };
}
