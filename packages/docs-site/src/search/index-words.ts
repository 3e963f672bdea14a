import MiniSearch from 'minisearch';
import type { SearchFile } from '../build/search-index.ts';
import { BESIDE, fold, isWord, SEARCH_OPTIONS } from './search-options.ts';

/** So many places are indexed before a browser answers its reader again. */
const SLICE = 100;

/** The index of a file's words, and all of its terms. */
export type WordIndex = { index: MiniSearch; terms: readonly string[] };

/** Folds each spelling once: texts have most of theirs many times. */
function createFold() {
  const folded = new Map<string, string>();
  const foldOnce = (word: string): string => {
    const known = folded.get(word);
    if (known !== undefined) return known;
    const made = fold(word);
    folded.set(word, made);
    return made;
  };
  return { foldOnce, terms: () => [...new Set(folded.values())].filter((term) => term !== '') };
}

/** An index without places. It folds questions by themselves, so that what is typed is not kept. */
function createIndex() {
  const { foldOnce, terms } = createFold();
  const searchOptions = { ...SEARCH_OPTIONS.searchOptions, processTerm: fold };
  return { index: new MiniSearch({ ...SEARCH_OPTIONS, processTerm: foldOnce, searchOptions }), terms };
}

/** The places as documents with the fields of the index. */
const documentsOf = ({ pages, entries }: SearchFile) =>
  entries.map(([page, anchor, title, text, asked = []], id) => ({
    ...{ id, title, name: anchor, page: pages[page]?.[1] ?? '', text },
    asked: asked.map((phrase) => phrase.replace(BESIDE, '')).join(' '),
    alone: asked.filter((phrase) => !phrase.startsWith(BESIDE) && isWord(phrase)).join(' '),
  }));

/** Indexes the words of a file. The index has as many bytes as the texts, so it is made where it is used. */
export function indexWords(file: SearchFile): WordIndex {
  const { index, terms } = createIndex();
  index.addAll(documentsOf(file));
  return { index, terms: terms() };
}

/** Does the same in slices, between which a browser answers its reader. */
export async function indexInSlices(file: SearchFile): Promise<WordIndex> {
  const { index, terms } = createIndex();
  await index.addAllAsync(documentsOf(file), { chunkSize: SLICE });
  return { index, terms: terms() };
}
