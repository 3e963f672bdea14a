import type { CardNameResult } from '@titular/contract';
import { isInitial, type NameParts, partsOf } from './name-words.ts';
import { type PairKind, pairWords } from './pair-words.ts';

/** What the pairs say of one of the two names. */
type Told = {
  isFirstPaired: boolean;
  /** Words that count and stand alone; those that are whole, and not only an initial. */
  alone: number;
  aloneWhole: number;
  whole: number;
  paired: number;
  hasSpelled: boolean;
};

function tell({ words }: NameParts, kinds: readonly (PairKind | undefined)[]): Told {
  const counted = words.flatMap(({ text, isOptional }, at) =>
    isOptional ? [] : [{ text, kind: kinds[at], at }],
  );
  const alone = counted.filter(({ kind }) => !kind);
  return {
    isFirstPaired: counted[0]?.kind !== undefined,
    alone: alone.length,
    aloneWhole: alone.filter(({ text }) => !isInitial(text)).length,
    whole: counted.filter(({ kind }) => kind === 'whole' || kind === 'spelled').length,
    paired: counted.length - alone.length,
    hasSpelled: counted.some(({ kind }) => kind === 'spelled'),
  };
}

const hasWholeWord = ({ words }: NameParts): boolean =>
  words.some(({ text, isOptional }) => !isOptional && !isInitial(text));

const lettersOf = ({ words }: NameParts): string =>
  words
    .map(({ text }) => text)
    .join('')
    .replace(/([a-z])\1+/g, '$1');

/** Whether the only whole word in common is the first of both: a given name, beside an initial of a surname. */
const isGivenAlone = (card: NameParts, known: NameParts, whole: number): boolean => {
  const [first, other] = [card, known].map(({ words }) => words.find(({ isOptional }) => !isOptional)?.text);
  return whole === 1 && first === other && first !== undefined && !isInitial(first);
};

/** One name leaves out words of the other, and has none of its own. */
function judgeShortened(card: NameParts, known: NameParts, [one, other]: [Told, Told]): CardNameResult {
  const longer = one.alone > 0 ? one : other;
  const whole = Math.min(one.whole, other.whole);
  if (whole === 0) return one.paired > 1 ? 'partial' : 'no_match';
  if (one.hasSpelled || !longer.isFirstPaired) return 'partial';
  if (one.alone + other.alone === 0 && one.paired === whole) return 'match';
  const isSure = Math.min(one.paired, other.paired) > 1 && !isGivenAlone(card, known, whole);
  return isSure ? 'match' : 'partial';
}

/** Each name has words that the other lacks: other names in between, or another person of the family. */
function judgeApart([one, other]: [Told, Told]): CardNameResult {
  if (!one.isFirstPaired || !other.isFirstPaired) return 'no_match';
  const whole = Math.min(one.whole, other.whole);
  const isOtherInitial = whole === 1 && one.paired > 1 && Math.min(one.aloneWhole, other.aloneWhole) === 0;
  return whole > 1 || isOtherInitial ? 'partial' : 'no_match';
}

function compareParts(card: NameParts, known: NameParts): CardNameResult {
  if (!hasWholeWord(card) || !hasWholeWord(known)) return 'not_performed';
  const isOtherGeneration =
    card.ordinal !== undefined && known.ordinal !== undefined && card.ordinal !== known.ordinal;
  if (lettersOf(card) === lettersOf(known)) return isOtherGeneration ? 'partial' : 'match';
  const pairs = pairWords(card, known);
  const told: [Told, Told] = [tell(card, pairs.card), tell(known, pairs.known)];
  const isShortened = told[0].alone === 0 || told[1].alone === 0;
  const result = isShortened ? judgeShortened(card, known, told) : judgeApart(told);
  return result === 'match' && isOtherGeneration ? 'partial' : result;
}

/** From the best result to the one that says least. */
const FROM_BEST: readonly CardNameResult[] = ['match', 'partial', 'no_match', 'not_performed'];

/** Most known names that a card is compared with. */
const MAX_KNOWN = 10;

/** Compares the name on a card with those known for the identity, by the rules of embossing; the best result counts. */
export function compareNames(card: string, known: readonly string[]): CardNameResult {
  const parts = partsOf(card);
  const results = known.slice(0, MAX_KNOWN).map((name) => compareParts(parts, partsOf(name)));
  return FROM_BEST.find((result) => results.includes(result)) ?? 'not_performed';
}
