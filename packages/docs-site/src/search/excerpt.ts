import { type NumberOf, shortestRun } from './closeness.ts';
import { fold } from './search-options.ts';

const MAX_EXCERPT = 140;

/** Letters shown before the words that were asked for. */
const LEAD = 40;

const WORD = /[^\n\r\p{Z}\p{P}]+/gu;

/** Part of a text from a letter on, cut between words. */
function cut(text: string, from: number): string {
  const rest = text.slice(from);
  const shown = rest.length <= MAX_EXCERPT ? rest : `${rest.slice(0, MAX_EXCERPT).replace(/\s+\S*$/, '')} …`;
  return from === 0 ? shown : `… ${shown}`;
}

/** The beginning of a text, or the part where the words of a question stand together if that is further on. */
export function excerptOf(text: string, numberOf: NumberOf, count: number): string {
  const found = [...text.matchAll(WORD)];
  const run = shortestRun(
    found.map(([word]) => fold(word)),
    numberOf,
    count,
  );
  const last = found[run?.end ?? 0];
  if (!run || !last || last.index + last[0].length <= MAX_EXCERPT) return cut(text, 0);
  const first = found[run.end - run.length + 1]?.index ?? 0;
  return cut(text, found.find(({ index }) => index >= first - LEAD)?.index ?? 0);
}
