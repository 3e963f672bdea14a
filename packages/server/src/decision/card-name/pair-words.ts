import { isInitial, type NameParts, type NameWord } from './name-words.ts';
import { isSpelledLike, soundOf } from './same-word.ts';

/** How two words stand for each other: as a whole, in another spelling or a short form, or one as the initial of the other. */
export type PairKind = 'whole' | 'spelled' | 'initial';

/** What pairing found: the kind for each word of both names, undefined where it stands alone. */
export type Pairs = {
  card: readonly (PairKind | undefined)[];
  known: readonly (PairKind | undefined)[];
};

/** Marks of one name while pairs are sought. */
type Side = { words: readonly NameWord[]; kinds: (PairKind | undefined)[] };

type Rule = { kind: PairKind; pairs(one: string, other: string): boolean };

const MIN_SHORTENED = 3;

const isBeginning = (one: string, other: string): boolean =>
  one !== other && (one.startsWith(other) || other.startsWith(one));

/** Daniel is no short form of Daniela: what is left out is as long as a short form at least. */
const isShortened = (one: string, other: string): boolean =>
  isBeginning(one, other) &&
  Math.min(one.length, other.length, Math.abs(one.length - other.length)) >= MIN_SHORTENED;

const isCut = (one: string, other: string): boolean =>
  isBeginning(one, other) && Math.min(one.length, other.length) > 1;

const isInitialOf = (one: string, other: string): boolean =>
  (isInitial(one) || isInitial(other)) && one[0] === other[0];

const WHOLE: Rule = { kind: 'whole', pairs: (one, other) => !isInitial(one) && one === other };
const SOUND: Rule = {
  kind: 'whole',
  pairs: (one, other) => one.length > 2 && other.length > 2 && soundOf(one) === soundOf(other),
};
const CUT: Rule = { kind: 'whole', pairs: isCut };
const LATER_RULES: readonly Rule[] = [
  { kind: 'spelled', pairs: isSpelledLike },
  { kind: 'spelled', pairs: isShortened },
  { kind: 'initial', pairs: isInitialOf },
];

/** Pairs words one by one, in their order, up to `most`. */
function pairSingly(one: Side, other: Side, { kind, pairs }: Rule, most = Number.POSITIVE_INFINITY): void {
  let found = 0;
  for (const [at, word] of one.words.entries()) {
    if (one.kinds[at] || found >= most) continue;
    const match = other.words.findIndex(({ text }, index) => !other.kinds[index] && pairs(word.text, text));
    if (match < 0) continue;
    one.kinds[at] = kind;
    other.kinds[match] = kind;
    found += 1;
  }
}

const repeated = /([a-z])\1+/g;

/** Pairs two or three words that stand together with one that joins them: `DA SILVA` with `DASILVA`. */
function pairJoined(one: Side, other: Side): void {
  for (const length of [3, 2])
    for (let at = 0; at + length <= one.words.length; at += 1) {
      if (one.kinds.slice(at, at + length).some((kind) => kind)) continue;
      const joined = one.words
        .slice(at, at + length)
        .map(({ text }) => text)
        .join('')
        .replace(repeated, '$1');
      const match = other.words.findIndex(({ text }, index) => !other.kinds[index] && text === joined);
      if (match < 0) continue;
      one.kinds.fill('whole', at, at + length);
      other.kinds[match] = 'whole';
    }
}

/** Pairs the words of both names, the surest pairs first; at most 12 words of each are compared with each other. */
export function pairWords(card: NameParts, known: NameParts): Pairs {
  const ofCard: Side = { words: card.words, kinds: card.words.map(() => undefined) };
  const ofKnown: Side = { words: known.words, kinds: known.words.map(() => undefined) };
  pairSingly(ofCard, ofKnown, WHOLE);
  pairJoined(ofCard, ofKnown);
  pairJoined(ofKnown, ofCard);
  pairSingly(ofCard, ofKnown, SOUND);
  const cuts = [card, known].filter(({ isLong }) => isLong).length;
  if (cuts > 0) pairSingly(ofCard, ofKnown, CUT, cuts);
  for (const rule of LATER_RULES) pairSingly(ofCard, ofKnown, rule);
  return { card: ofCard.kinds, known: ofKnown.kinds };
}
