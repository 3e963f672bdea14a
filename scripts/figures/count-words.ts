/** A dictionary flattened: the wording of each text, by the path of its key. */
export type Wordings = ReadonlyMap<string, string>;

/** What became of the texts of one language between two states of the page; `newWords` and `goneWords` are counted in texts that both have, and in those that one has. */
export type TextChanges = {
  texts: { before: number; now: number };
  changed: number;
  added: number;
  removed: number;
  words: { before: number; now: number };
  newWords: number;
  goneWords: number;
};

const wordsOf = (text: string): string[] => text.match(/\S+/g) ?? [];

/** Flattens the texts of a dictionary; a text with a wording for each number or subject gives one for each. */
export function flatten(texts: object, path: readonly string[] = []): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') found.set([...path, key].join('.'), value);
    else for (const [inner, text] of flatten(value, [...path, key])) found.set(inner, text);
  }
  return found;
}

/** Length of the longest sequence of words that both texts have in this order. */
function countCommon(one: readonly string[], other: readonly string[]): number {
  let last = Array.from({ length: other.length + 1 }, () => 0);
  for (const word of one) {
    const next = [0];
    for (const [column, candidate] of other.entries())
      next.push(
        word === candidate ? (last[column] ?? 0) + 1 : Math.max(last[column + 1] ?? 0, next[column] ?? 0),
      );
    last = next;
  }
  return last[other.length] ?? 0;
}

/** A text that has one wording today and had several, or the other way, is compared with the first of them. */
function counterpart(key: string, texts: Wordings): string | undefined {
  const exact = texts.get(key);
  if (exact !== undefined) return exact;
  const [parent = ''] = key.split('.');
  return texts.get(parent) ?? [...texts].find(([other]) => other.startsWith(`${parent}.`))?.[1];
}

/** Compares the texts of one language before and now. */
export function compareTexts(before: Wordings, now: Wordings): TextChanges {
  const pairs = [...now].map(([key, text]) => ({ was: counterpart(key, before), text }));
  const kept = pairs.filter((pair): pair is { was: string; text: string } => pair.was !== undefined);
  const removed = [...before].filter(([key]) => counterpart(key, now) === undefined);
  const count = (texts: Iterable<string>): number =>
    [...texts].reduce((sum, text) => sum + wordsOf(text).length, 0);
  const differences = kept.map(({ was, text }) => {
    const [old, fresh] = [wordsOf(was), wordsOf(text)];
    const common = countCommon(old, fresh);
    return { added: fresh.length - common, gone: old.length - common };
  });
  const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);
  const added = pairs.filter(({ was }) => was === undefined);
  return {
    texts: { before: before.size, now: now.size },
    changed: kept.filter(({ was, text }) => was !== text).length,
    added: added.length,
    removed: removed.length,
    words: { before: count(before.values()), now: count(now.values()) },
    newWords: sum(differences.map((one) => one.added)) + count(added.map(({ text }) => text)),
    goneWords: sum(differences.map((one) => one.gone)) + count(removed.map(([, text]) => text)),
  };
}
