import { OperatorRefusal } from '@titular/server/audit/index.ts';

/** Two pictures, by their index, and whether they show one person. */
export type LabelledPair = { one: number; other: number; mated: boolean };

/** Pictures by their path below the directory, whom each shows, and which are compared; without `pairs` each with every other. */
export type LabelledPictures = {
  kind: 'folders' | 'pairs';
  paths: readonly string[];
  /** The index of the person of each picture. */
  persons: readonly number[];
  personCount: number;
  pairs?: readonly LabelledPair[];
  /** What lies in the directory and was not taken for a picture. */
  unused: readonly LeftOut[];
};

/** A file that was not compared, and why. */
export type LeftOut = { path: string; reason: string };

/** One row of pairs.csv; `line` counts from 1 with the header. */
export type PairRow = { line: number; a: string; b: string; mated: boolean };

const PAIRS_FILE = 'pairs.csv';
const COLUMNS = ['a', 'b', 'same'];

const refuse = (line: number, what: string): OperatorRefusal =>
  new OperatorRefusal('invalid', `${PAIRS_FILE}, line ${line}: ${what}`);

/** One field of a line, and where the next begins; undefined where its quotation marks do not pair up. */
function readField(text: string, from: number): { field: string; next: number } | undefined {
  const comma = text.indexOf(',', from);
  const bare = text.slice(from, comma < 0 ? text.length : comma);
  if (!bare.includes('"')) return { field: bare.trim(), next: from + bare.length + 1 };
  if (!bare.trimStart().startsWith('"')) return undefined;
  const parts: string[] = [];
  for (let at = text.indexOf('"', from) + 1; ; ) {
    const mark = text.indexOf('"', at);
    if (mark < 0) return undefined;
    parts.push(text.slice(at, mark));
    at = mark + 2;
    if (text[mark + 1] === '"') continue;
    const end = text.indexOf(',', mark);
    const next = end < 0 ? text.length : end;
    return text.slice(mark + 1, next).trim() === '' ? { field: parts.join('"'), next: next + 1 } : undefined;
  }
}

/** Splits one line after RFC 4180; a field has no line break, because no path of ours has one. */
function splitLine(text: string, line: number): string[] {
  const fields: string[] = [];
  for (let from = 0; from <= text.length; ) {
    const read = readField(text, from);
    if (!read) throw refuse(line, 'the quotation marks do not pair up.');
    fields.push(read.field);
    from = read.next;
  }
  return fields;
}

function readPath(text: string, line: number): string {
  const parts = text.split('/');
  const isBelow =
    text !== '' &&
    !text.includes('\0') &&
    !text.includes('\\') &&
    !parts.some((part) => /^\.{0,2}$/.test(part));
  if (!isBelow)
    throw refuse(line, `${JSON.stringify(text)} is no path below the directory, written with slashes.`);
  return text;
}

/** Reads the text of pairs.csv; refuses the first line that is not valid. */
export function parsePairs(text: string): PairRow[] {
  const [header = '', ...lines] = text.replace(/^\ufeff/, '').split(/\r?\n/);
  if (splitLine(header, 1).join() !== COLUMNS.join())
    throw refuse(1, `the first line must be ${COLUMNS.join(',')}.`);
  const seen = new Set<string>();
  return lines.flatMap((content, index) => {
    const line = index + 2;
    if (content.trim() === '') return [];
    const fields = splitLine(content, line);
    const [a = '', b = '', same = ''] = fields;
    if (fields.length !== COLUMNS.length) throw refuse(line, `there must be ${COLUMNS.length} values.`);
    if (same !== '0' && same !== '1') throw refuse(line, 'same must be 1 or 0.');
    const pair = [readPath(a, line), readPath(b, line)].sort().join('\0');
    if (a === b) throw refuse(line, 'a picture cannot be compared with itself.');
    if (seen.has(pair)) throw refuse(line, 'this pair stands further up already.');
    seen.add(pair);
    return [{ line, a, b, mated: same === '1' }];
  });
}

/** Follows a picture to the one that stands for its person, and shortens the way there. */
function rootOf(parents: number[], index: number): number {
  let root = index;
  while (parents[root] !== root) root = parents[root] ?? root;
  for (let at = index; at !== root; ) {
    const next = parents[at] ?? root;
    parents[at] = root;
    at = next;
  }
  return root;
}

/** Labels of pairs: pictures that pairs call the same, also over others, are one person; refuses a pair that says otherwise. */
export function labelPairs(rows: readonly PairRow[]): LabelledPictures {
  const paths = [...new Set(rows.flatMap(({ a, b }) => [a, b]))].sort();
  const indexes = new Map(paths.map((path, index) => [path, index]));
  const pairs = rows.map(({ a, b, mated }) => ({
    one: indexes.get(a) ?? 0,
    other: indexes.get(b) ?? 0,
    mated,
  }));
  const parents = paths.map((_, index) => index);
  for (const { one, other, mated } of pairs)
    if (mated) parents[rootOf(parents, one)] = rootOf(parents, other);
  for (const [index, { one, other, mated }] of pairs.entries()) {
    if (!mated && rootOf(parents, one) === rootOf(parents, other))
      throw refuse(rows[index]?.line ?? 0, 'other lines make both pictures show one person.');
  }
  const roots = paths.map((_, index) => rootOf(parents, index));
  const numbers = new Map([...new Set(roots)].map((root, number) => [root, number]));
  const persons = roots.map((root) => numbers.get(root) ?? 0);
  return { kind: 'pairs', paths, persons, personCount: numbers.size, pairs, unused: [] };
}

/** Labels of folders: each folder is a person; those without a picture do not count. */
export function labelFolders(
  folders: ReadonlyMap<string, readonly string[]>,
  unused: readonly LeftOut[],
): LabelledPictures {
  const filled = [...folders].filter(([, names]) => names.length > 0);
  return {
    kind: 'folders',
    paths: filled.flatMap(([folder, names]) => names.map((name) => `${folder}/${name}`)),
    persons: filled.flatMap(([, names], person) => names.map(() => person)),
    personCount: filled.length,
    unused,
  };
}

/** Every comparison that the labels ask for. */
export function* comparisonsOf({ persons, pairs }: LabelledPictures): Generator<LabelledPair> {
  if (pairs) {
    yield* pairs;
    return;
  }
  for (let one = 0; one < persons.length; one += 1)
    for (let other = one + 1; other < persons.length; other += 1)
      yield { one, other, mated: persons[one] === persons[other] };
}

/** How many comparisons of each kind the labels ask for. */
export function countComparisons(labelled: LabelledPictures): { mated: number; nonMated: number } {
  if (labelled.pairs) {
    const mated = labelled.pairs.filter((pair) => pair.mated).length;
    return { mated, nonMated: labelled.pairs.length - mated };
  }
  const sizes = new Map<number, number>();
  for (const person of labelled.persons) sizes.set(person, (sizes.get(person) ?? 0) + 1);
  const choose = (count: number): number => (count * (count - 1)) / 2;
  const mated = [...sizes.values()].reduce((sum, size) => sum + choose(size), 0);
  return { mated, nonMated: choose(labelled.persons.length) - mated };
}
