import { type Check, checkOf } from '../judged.ts';
import { isEnded } from './judge-answers.ts';
import type { CallLine } from './mix.ts';

const REPLICATED = '40027';
/** Answers that say nothing of the create: there was too much to do, it took too long, or there was none. */
const isUntold = ({ status }: CallLine): boolean =>
  status === undefined || status === 429 || status >= 500 || status === 401 || status === 403;

function codeOf({ body = '' }: CallLine): unknown {
  try {
    return (JSON.parse(body) as { code?: unknown }).code;
  } catch {
    return undefined;
  }
}

const isWon = ({ status }: CallLine): boolean => status === 200;
const isRefused = (line: CallLine): boolean => line.status === 400 && codeOf(line) === REPLICATED;

/** Judges creates with the same person, card and order that left at one moment: one is made, and the other is told so (I2). Where an answer says nothing, the other may be either. */
export function checksOfTwins(calls: readonly CallLine[]): Check[] {
  const ended = calls.filter(isEnded).filter(({ isTwin }) => isTwin);
  const pairs = [...Map.groupBy(ended, ({ about }) => about).values()].filter(({ length }) => length === 2);
  const check = (what: string, isMeant: (pair: readonly CallLine[]) => boolean): Check =>
    checkOf(
      what,
      pairs.filter(isMeant).map((calls) => ({ about: calls[0]?.about ?? '', calls })),
    );
  return [
    check('I2: creates with the same data, sent at once, that were both acknowledged', (pair) =>
      pair.every(isWon),
    ),
    check('I2: such creates that were both refused, though nothing else had their data', (pair) =>
      pair.every(isRefused),
    ),
    check('I2: such creates that were answered with another refusal than 40027', (pair) =>
      pair.some((line) => !isWon(line) && !isRefused(line) && !isUntold(line)),
    ),
    {
      what: 'loads in which no two creates had the same data',
      count: pairs.length > 0 ? 0 : 1,
      isOfLoad: true,
    },
  ];
}
