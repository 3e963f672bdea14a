import type { SearchFile } from '../build/search-index.ts';
import { openIndex, type Search } from '../search/open-index.ts';
import { pageLanguage } from './page-words.ts';

/** Loads the index, and returns how to search it. */
export async function loadSearch(address: string): Promise<Search> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the index was answered with ${answer.status}`);
  return openIndex((await answer.json()) as SearchFile, pageLanguage());
}
