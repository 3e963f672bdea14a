/** The number of the word of a question that a word of a text is; -1 of any other. */
export type NumberOf = (word: string) => number;

/** The shortest run of a text that has all words of a question: how long it is, and whether they stand in their order. */
export type Run = { end: number; length: number; isInOrder: boolean };

/** Finds the shortest run of `text` that has each of `count` words; undefined where one is missing. */
export function shortestRun(text: readonly string[], numberOf: NumberOf, count: number): Run | undefined {
  const lastAt = new Array<number>(count).fill(-1);
  let best: Run | undefined;
  for (const [at, word] of text.entries()) {
    const number = numberOf(word);
    if (number < 0) continue;
    lastAt[number] = at;
    let start = at;
    for (const place of lastAt) if (place < start) start = place;
    const length = at - start + 1;
    if (start < 0 || (best && length > best.length)) continue;
    const isInOrder = lastAt.every((place, index) => index === 0 || (lastAt[index - 1] ?? 0) < place);
    if (!best || length < best.length || (length === best.length && isInOrder && !best.isInOrder))
      best = { end: at, length, isInOrder };
    if (best.length === count && best.isInOrder) break;
  }
  return best;
}

/** How near the words of a run stand, from 0 to 1, which is one behind the other in the order of the question. */
export const closenessOf = (run: Run | undefined, count: number): number =>
  run === undefined ? 0 : (count / run.length) * (run.isInOrder ? 1 : 0.8);

/** Whether a text has a phrase: its words one behind the other, the last by its beginning where it is still being typed. */
export function hasPhrase(text: readonly string[], words: readonly string[], isOpen: boolean): boolean {
  const last = words.length - 1;
  return text.some(
    (_, start) =>
      start + last < text.length &&
      words.every((word, index) =>
        isOpen && index === last ? text[start + index]?.startsWith(word) : text[start + index] === word,
      ),
  );
}
