import type { SearchFile } from '../build/search-index.ts';
import { indexInSlices } from '../search/index-words.ts';
import { openIndex, type Search } from '../search/open-index.ts';
import { pageLanguage } from './page-words.ts';

/** Loads the texts of the site, indexes their words, and returns how to search it. */
export async function loadSearch(address: string): Promise<Search> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the texts were answered with ${answer.status}`);
  const file = (await answer.json()) as SearchFile;
  return openIndex(file, pageLanguage(), await indexInSlices(file));
}
