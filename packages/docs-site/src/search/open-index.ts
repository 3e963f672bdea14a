import { type Language, languageOf, originalOf } from '../browser/languages.ts';
import type { SearchFile } from '../build/search-index.ts';
import { shortestRun } from './closeness.ts';
import { excerptOf } from './excerpt.ts';
import { createFinder, ENOUGH } from './find-by-words.ts';
import { indexWords, type WordIndex } from './index-words.ts';
import { definitionsOf, namedPlaces, placesOfPath } from './names.ts';
import { openPlaces, type Place } from './places.ts';
import { quotedIn, withoutQuotes, wordsOf } from './question.ts';
import { createNumbering, hasQuoted, isHeading } from './rank.ts';
import { isName, withoutFillers } from './search-options.ts';
import { createCorrection } from './spelling.ts';

/** What is shown for a place that was found. */
export type Found = { address: string; title: string; page: string; excerpt: string };

/** Finds places by words, best first, no more than asked for; `count` is all that there are. */
export type Search = (words: string, most: number) => { count: number; first: Found[] };

/** Of a page that was found in two languages, only the places of the reader's language are left. */
function withoutDoubles(found: readonly number[], places: readonly Place[], language: Language): number[] {
  const pageOf = (id: number): string => places[id]?.page ?? '';
  const isOwn = (id: number): boolean => languageOf(pageOf(id)) === language;
  const own = new Set(found.filter(isOwn).map((id) => originalOf(pageOf(id))));
  return found.filter((id) => isOwn(id) || !own.has(originalOf(pageOf(id))));
}

/** Places at a path, or that have a name: they come before all that has its words. */
function calledSo(places: readonly Place[], typed: string, asked: string): number[] {
  const byPath = placesOfPath(places, typed.trim());
  if (byPath.length > 0) return byPath;
  return isName(asked) ? namedPlaces(places, asked) : definitionsOf(places, asked);
}

/** Whoever types a heading finds it at once: places below it are at the latest the last of the first few. */
function withHeadings(
  found: readonly number[],
  places: readonly Place[],
  typed: readonly string[],
): number[] {
  const isTyped = (id: number): boolean => {
    const place = places[id];
    return place !== undefined && isHeading(place, typed);
  };
  const headings = found.filter(isTyped).slice(0, ENOUGH - 1);
  const late = headings.filter((id, at) => found.indexOf(id) >= ENOUGH - headings.length + at);
  const others = found.filter((id) => !late.includes(id));
  return others.toSpliced(ENOUGH - late.length, 0, ...late);
}

/** Shows a place with the part of its text that was asked for. */
function createShow(asked: string): (place: Place) => Found {
  const words = wordsOf(asked);
  const numberOf = createNumbering(words);
  const count = new Set(words).size;
  return ({ page, anchor, title, pageTitle, text, textWords }) => ({
    ...{ address: `${page}#${anchor}`, title, page: pageTitle },
    excerpt: excerptOf(text, shortestRun(textWords(), numberOf, count)),
  });
}

/** Opens the file that the build wrote, for readers of a language; its words are indexed unless that was done before. */
export function openIndex(
  file: SearchFile,
  language: Language = 'en',
  { index, terms }: WordIndex = indexWords(file),
): Search {
  const places = openPlaces(file);
  const find = createFinder(index, places);
  const correct = createCorrection(
    () => terms,
    () => places.flatMap((place) => [...place.titleWords(), ...place.pageWords(), ...place.asked().flat()]),
  );

  const findQuoted = (typed: string): number[] => {
    const quoted = quotedIn(typed);
    const found = find(withoutQuotes(typed), { isWhole: true });
    return found.filter((id) => places[id] && hasQuoted(places[id], quoted));
  };
  const findAsked = (typed: string, words: string): number[] => {
    const found = withHeadings(find(words, { isWhole: false }), places, wordsOf(words));
    return [...new Set([...calledSo(places, typed, withoutFillers(words)), ...found])];
  };

  return (typed, most) => {
    const isQuoted = quotedIn(typed).length > 0;
    const words = isQuoted ? withoutQuotes(typed) : correct(typed);
    const found = withoutDoubles(isQuoted ? findQuoted(typed) : findAsked(typed, words), places, language);
    const show = createShow(withoutFillers(words));
    const first = found.slice(0, most).flatMap((id) => (places[id] ? [show(places[id])] : []));
    return { count: found.length, first };
  };
}
