import type { Run } from './closeness.ts';
import { WORD } from './question.ts';

const MAX_EXCERPT = 140;

/** Letters shown before the words that were asked for. */
const LEAD = 40;

/** Part of a text from a letter on, cut between words. */
function cut(text: string, from: number): string {
  const rest = text.slice(from, from + MAX_EXCERPT + 1);
  const shown = rest.length <= MAX_EXCERPT ? rest : `${rest.slice(0, MAX_EXCERPT).replace(/\s+\S*$/, '')} …`;
  return from === 0 ? shown : `… ${shown}`;
}

/** The beginning of a text, or the part where the words of a question stand together if that is further on. */
export function excerptOf(text: string, run: Run | undefined): string {
  if (!run) return cut(text, 0);
  const starts: number[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    starts.push(index);
    if (starts.length <= run.end) continue;
    const first = starts[run.end - run.length + 1] ?? 0;
    const isInBeginning = index + word.length <= MAX_EXCERPT;
    return cut(text, isInBeginning ? 0 : (starts.find((start) => start >= first - LEAD) ?? 0));
  }
  return cut(text, 0);
}
