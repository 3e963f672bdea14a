import type { SearchFile } from '../build/search-index.ts';
import { wordsOf } from './question.ts';
import { BESIDE, fold } from './search-options.ts';

/** A place as the ranking reads it; words are parted when they are first asked for, and kept. */
export type Place = {
  page: string;
  pageTitle: string;
  anchor: string;
  title: string;
  text: string;
  /** What the place is called: its title, its anchor, and the address or event that its text begins with. */
  names: readonly string[];
  titleWords(): readonly string[];
  pageWords(): readonly string[];
  textWords(): readonly string[];
  /** Title of the page, own title and text, with a gap between them. */
  allWords(): readonly string[];
  /** Phrases of topics that lead here, as words. */
  asked(): readonly (readonly string[])[];
};

const ADDRESS = /^(?:(?:GET|POST|PUT|PATCH|DELETE) (?=\/)|EVENT )(\S+)/;

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Opens the places of an index, by number. */
export const openPlaces = ({ pages, entries }: SearchFile): Place[] =>
  entries.map(([number, anchor, title, text, asked = []]) => {
    const [page = '', pageTitle = ''] = pages[number] ?? [];
    const address = ADDRESS.exec(text)?.[1];
    const titleWords = once(() => wordsOf(title));
    const pageWords = once(() => wordsOf(pageTitle));
    const textWords = once(() => wordsOf(text));
    return {
      ...{ page, pageTitle, anchor, title, text },
      names: [title, anchor, ...(address ? [address] : [])].map(fold),
      ...{ titleWords, pageWords, textWords },
      allWords: once(() => [...pageWords(), '', ...titleWords(), '', ...textWords()]),
      asked: once(() => asked.map((phrase) => wordsOf(phrase.replace(BESIDE, '')))),
    };
  });
