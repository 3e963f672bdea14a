import type MiniSearch from 'minisearch';
import type { SearchOptions } from 'minisearch';
import type { Place } from './places.ts';
import { wordsOf } from './question.ts';
import { createNumbering, shareOfPhrase, togetherness } from './rank.ts';
import { isWord, SENTENCE_WAYS, TEXT_FIELDS, WAYS, WORD_OPTIONS, withoutFillers } from './search-options.ts';
import { singularOf } from './spelling.ts';

/** So many places on using the service are enough to choose from; with fewer, what the next way finds follows. */
export const ENOUGH = 3;

/** What tells how the service came to be, and how fast it was: it is found, but after what tells how it is used. */
const ASIDE_PAGES = /^(?:changelog\.|decisions\/|figures[./])/;

/** Of a page that is aside, a word counts for so much. */
const ASIDE = 0.1;

/** So many of the best are ranked anew by how their words stand together. */
const MAX_RANKED = 100;

/** How much less words count that come from several phrases of one topic: the share of one phrase to this power. */
const MIXED = 3;

/** How much a singular counts beside the plural that was typed. */
const SINGULAR = 0.6;

type Scored = { id: number; score: number };
type Run = (asked: string, options: SearchOptions) => Scored[];

const isSentence = (words: string): boolean => words.trim().split(/\s+/).length >= 4;

const byScore = (one: Scored, other: Scored): number => other.score - one.score;

const scoresOf = (found: readonly Scored[]): Map<number, number> =>
  new Map(found.map(({ id, score }) => [id, score]));

/** What is found by the words, and at less by the singulars of its plurals. */
function findInBothNumbers(asked: string, run: Run, options: SearchOptions): Scored[] {
  const found = run(asked, options);
  const singular = asked
    .split(' ')
    .map((word) => singularOf(word) ?? word)
    .join(' ');
  if (singular === asked) return found;
  const scores = scoresOf(run(singular, { ...options, ...TEXT_FIELDS }));
  for (const [id, score] of scores) scores.set(id, score * SINGULAR);
  for (const { id, score } of found) scores.set(id, Math.max(score, scores.get(id) ?? 0));
  return [...scores].map(([id, score]) => ({ id, score })).toSorted(byScore);
}

/** Makes the way of several words: the best are ranked anew by how they stand together, and by whose phrases they are. */
function createRanking(places: readonly Place[], run: Run) {
  return (asked: string, typed: readonly string[], options: SearchOptions): Scored[] => {
    const found = findInBothNumbers(asked, run, options);
    const words = [...new Set(wordsOf(asked))];
    if (words.length < 2) return found;
    const numberOf = createNumbering(words);
    // Where any of the words counts, those of a topic are from several phrases by nature.
    const isStrict = options.combineWith !== 'OR';
    let texts: ReadonlyMap<number, number> | undefined;
    const weigh = ({ id, score }: Scored, place: Place): number => {
      const share = isStrict ? shareOfPhrase(place, numberOf) : 1;
      if (share === 1) return score;
      texts ??= scoresOf(run(asked, { ...options, ...TEXT_FIELDS }));
      const own = texts.get(id) ?? 0;
      return own + (score - own) * share ** MIXED;
    };
    const ranked = found.slice(0, MAX_RANKED).flatMap((one) => {
      const place = places[one.id];
      if (!place) return [];
      const near = togetherness(place, numberOf, { typed, count: words.length });
      return [{ id: one.id, score: weigh(one, place) * near }];
    });
    return [...ranked.toSorted(byScore), ...found.slice(MAX_RANKED)];
  };
}

/** Finds places by words, best first; of a question that is whole, every word as it was typed. */
export type Find = (words: string, how: { isWhole: boolean }) => number[];

/** Makes the way from words to places, by the index of their words. */
export function createFinder(search: MiniSearch, places: readonly Place[]): Find {
  const isAside = (id: number): boolean => ASIDE_PAGES.test(places[id]?.page ?? '');
  const boostDocument = (id: unknown): number => (isAside(id as number) ? ASIDE : 1);
  const run: Run = (asked, options) =>
    search.search(asked, { ...options, boostDocument }).map(({ id, score }) => ({ id: id as number, score }));
  const rank = createRanking(places, run);
  return (words, { isWhole }) => {
    const asked = withoutFillers(words);
    const focus = isWord(asked) ? WORD_OPTIONS : {};
    const ways = isWhole ? WAYS.slice(0, 1) : isSentence(words) ? SENTENCE_WAYS : WAYS;
    const found = new Set<number>();
    for (const way of ways)
      if ([...found].filter((id) => !isAside(id)).length < ENOUGH)
        for (const { id } of rank(asked, wordsOf(words), { ...focus, ...way })) found.add(id);
    return [...found];
  };
}
