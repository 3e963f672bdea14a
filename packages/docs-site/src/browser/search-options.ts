import type { Options } from 'minisearch';

/** Small letters without accents, so that `não` is found by `nao`. */
const fold = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** How words are indexed by the build and searched by the page: the same for both, or nothing is found. */
export const SEARCH_OPTIONS: Options = {
  fields: ['title', 'name', 'page', 'text'],
  processTerm: fold,
  searchOptions: {
    boost: { title: 4, name: 4, page: 2 },
    prefix: true,
    combineWith: 'AND',
  },
};

/** How words that are nowhere as they were typed are searched once more. */
export const NEARLY = { fuzzy: 0.2 } as const;
