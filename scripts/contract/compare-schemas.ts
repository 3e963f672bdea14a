import type { SchemaObject } from '@titular/server/api-docs/document.ts';

/** What a difference does to who wrote a client before it: breaks him, is worth a note in the release, or only adds. */
export type Change = { kind: 'breaking' | 'notable' | 'added'; where: string; what: string };

/** Who writes the value: what a client sends may be asked less of, what it receives may be told more in. */
export type Direction = 'sent' | 'received';

/** Looks a pointer up in the document that the schema stands in. */
export type Resolve = (schema: SchemaObject) => SchemaObject;

type Pair = { before: SchemaObject; after: SchemaObject };
type Context = {
  direction: Direction;
  resolveBefore: Resolve;
  resolveAfter: Resolve;
  where: string;
  depth: number;
};

/** No schema of ours is deeper; a pointer that leads back to itself ends here. */
const MAX_DEPTH = 24;

const change = (kind: Change['kind'], where: string, what: string): Change => ({ kind, where, what });

const inside = (context: Context, name: string): Context => ({
  ...context,
  where: `${context.where}.${name}`,
  depth: context.depth + 1,
});

/** The words that a schema allows: those of a list, or the one that is always the same. */
const wordsOf = ({ enum: words, const: word }: SchemaObject): SchemaObject['enum'] =>
  words ?? (word === undefined ? undefined : [word]);

function compareWords({ before, after }: Pair, { direction, where }: Context): Change[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  if (!old && !now) return [];
  if (!old)
    return [change(direction === 'sent' ? 'breaking' : 'notable', where, 'only some words are allowed now')];
  if (!now) return [change(direction === 'sent' ? 'added' : 'notable', where, 'any word is allowed now')];
  // Who knows none of the words that may come waits for one that never does.
  if (!old.some((word) => now.includes(word)))
    return [change('breaking', where, `${old.join(', ')} became ${now.join(', ')}`)];
  const lost = old.filter((word) => !now.includes(word));
  const won = now.filter((word) => !old.includes(word));
  return [
    ...lost.map((word) =>
      change(direction === 'sent' ? 'breaking' : 'notable', where, `the word ${word} is gone`),
    ),
    ...won.map((word) =>
      change(direction === 'sent' ? 'added' : 'notable', where, `the word ${word} is new`),
    ),
  ];
}

const LEAST = ['minimum', 'minLength', 'minItems'] as const;
const MOST = ['maximum', 'maxLength', 'maxItems'] as const;

/** Bounds that a client keeps may only widen; those that it relies on are worth a note when they do. */
function compareBounds({ before, after }: Pair, { direction, where }: Context): Change[] {
  const moved = [
    ...LEAST.map((keyword) => ({
      keyword,
      by: (after[keyword] ?? Number.NEGATIVE_INFINITY) - (before[keyword] ?? Number.NEGATIVE_INFINITY),
    })),
    ...MOST.map((keyword) => ({
      keyword,
      by: (before[keyword] ?? Number.POSITIVE_INFINITY) - (after[keyword] ?? Number.POSITIVE_INFINITY),
    })),
  ];
  // Two bounds that are both absent differ by NaN, which is neither.
  return moved.flatMap(({ keyword, by }) => {
    if (by > 0) return [change(direction === 'sent' ? 'breaking' : 'added', where, `${keyword} is narrower`)];
    if (by < 0) return [change(direction === 'sent' ? 'added' : 'notable', where, `${keyword} is wider`)];
    return [];
  });
}

/** Lists that a client sends may not have to differ in their members all at once; those that it receives may. */
function compareUnique({ before, after }: Pair, { direction, where }: Context): Change[] {
  const [was, is] = [before.uniqueItems ?? false, after.uniqueItems ?? false];
  if (was === is) return [];
  if (direction === 'sent')
    return [
      change(
        is ? 'breaking' : 'added',
        where,
        is ? 'refuses repeated items now' : 'takes repeated items now',
      ),
    ];
  return [change(is ? 'added' : 'notable', where, is ? 'repeats no item now' : 'may repeat items now')];
}

function compareForm({ before, after }: Pair, { direction, where }: Context): Change[] {
  return (['pattern', 'format'] as const).flatMap((keyword) => {
    if (before[keyword] === after[keyword]) return [];
    if (direction === 'sent' && after[keyword] === undefined)
      return [change('added', where, `${keyword} is no longer asked for`)];
    if (direction === 'received' && before[keyword] === undefined)
      return [change('added', where, `${keyword} is promised now`)];
    return [change('breaking', where, `${keyword} is another`)];
  });
}

function compareRequired(name: string, { before, after }: Pair, context: Context): Change[] {
  const was = before.required?.includes(name) ?? false;
  const is = after.required?.includes(name) ?? false;
  const { where } = inside(context, name);
  if (was === is) return [];
  if (context.direction === 'sent')
    return [change(is ? 'breaking' : 'added', where, is ? 'is required now' : 'is optional now')];
  return [change(is ? 'added' : 'breaking', where, is ? 'is always there now' : 'may be absent now')];
}

function compareMembers(pair: Pair, context: Context): Change[] {
  const { properties: old = {}, additionalProperties: wasOpen = true } = pair.before;
  const { properties: now = {}, required = [], additionalProperties: isOpen = true } = pair.after;
  const kept = Object.entries(old).flatMap(([name, before]) => {
    const after = now[name];
    if (!after) return [change('breaking', inside(context, name).where, 'is gone')];
    return [...compareRequired(name, pair, context), ...compareAt({ before, after }, inside(context, name))];
  });
  const fresh = Object.keys(now)
    .filter((name) => !(name in old))
    .map((name) => {
      const asked = context.direction === 'sent' && required.includes(name);
      return change(
        asked ? 'breaking' : 'added',
        inside(context, name).where,
        asked ? 'is new and required' : 'is new',
      );
    });
  const closed =
    context.direction === 'sent' && wasOpen && !isOpen
      ? [change('breaking', context.where, 'refuses other members now')]
      : [];
  return [...kept, ...fresh, ...closed];
}

/** The word by which an alternative says which one it is: an event by its `type`, a way of authentication by its `kind`. */
const wordOf = ({ properties }: SchemaObject): string | undefined => {
  const word = properties?.['type']?.const ?? properties?.['kind']?.const;
  return typeof word === 'string' ? word : undefined;
};

/** An alternative with a word that none had is a new word, which clients tolerate where all say which one they are. */
const isNewWord = (one: SchemaObject, old: readonly SchemaObject[]): boolean => {
  const words = old.map(wordOf);
  const word = wordOf(one);
  return word !== undefined && !words.includes(undefined) && !words.includes(word);
};

/** Alternatives that say by the same word which one they are, on each side by that word alone: they are one that may have grown. */
function pairByWord(old: readonly SchemaObject[], now: readonly SchemaObject[]): Pair[] {
  const alone = (word: string, all: readonly SchemaObject[]): SchemaObject | undefined => {
    const found = all.filter((one) => wordOf(one) === word);
    return found.length === 1 ? found[0] : undefined;
  };
  const words = new Set(old.map(wordOf).filter((word) => word !== undefined));
  return [...words].flatMap((word) => {
    const [before, after] = [alone(word, old), alone(word, now)];
    return before && after ? [{ before, after }] : [];
  });
}

/** Text of a schema without its descriptions, which are for humans. */
const textOf = (schema: SchemaObject): string =>
  JSON.stringify(schema, (key, value: unknown) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  );

function compareAlternatives({ before, after }: Pair, context: Context): Change[] {
  const old = (before.anyOf ?? []).map(context.resolveBefore);
  const now = (after.anyOf ?? []).map(context.resolveAfter);
  const pairs = pairByWord(old, now);
  const isPaired = (one: SchemaObject): boolean =>
    pairs.some((pair) => pair.before === one || pair.after === one);
  const [oldTexts, nowTexts] = [old.map(textOf), now.map(textOf)];
  const isSent = context.direction === 'sent';
  const kindOf = (one: SchemaObject): Change['kind'] =>
    isSent ? 'added' : isNewWord(one, old) ? 'notable' : 'breaking';
  return [
    ...pairs.flatMap((pair) => compareAt(pair, inside(context, wordOf(pair.before) ?? ''))),
    ...old
      .filter((one, at) => !isPaired(one) && !nowTexts.includes(oldTexts[at] as string))
      .map((one) =>
        change(
          isSent ? 'breaking' : 'notable',
          context.where,
          `the alternative ${JSON.stringify(one)} is gone`,
        ),
      ),
    ...now
      .filter((one, at) => !isPaired(one) && !oldTexts.includes(nowTexts[at] as string))
      .map((one) => change(kindOf(one), context.where, `the alternative ${JSON.stringify(one)} is new`)),
  ];
}

function compareAt(pair: Pair, context: Context): Change[] {
  const { where, depth } = context;
  if (depth > MAX_DEPTH) return [change('breaking', where, 'is too deep to compare')];
  const before = context.resolveBefore(pair.before);
  const after = context.resolveAfter(pair.after);
  if (before.type !== after.type || Boolean(before.items) !== Boolean(after.items))
    return [
      change('breaking', where, `was ${before.type ?? 'any of some'}, is ${after.type ?? 'any of some'}`),
    ];
  const resolved = { before, after };
  const items =
    before.items && after.items
      ? compareAt({ before: before.items, after: after.items }, inside(context, '[]'))
      : [];
  return [
    ...compareWords(resolved, context),
    ...compareBounds(resolved, context),
    ...compareUnique(resolved, context),
    ...compareForm(resolved, context),
    ...compareAlternatives(resolved, context),
    ...(before.type === 'object' ? compareMembers(resolved, context) : []),
    ...items,
  ];
}

/** Every difference of two schemas for values that go in the given direction. */
export const compareSchemas = (
  before: SchemaObject,
  after: SchemaObject,
  context: Omit<Context, 'depth'>,
): Change[] => compareAt({ before, after }, { ...context, depth: 0 });
