// Compares made names anew, with another seed where one is given: node scripts/measure-names.ts [seed].
import { countResults, makePairs, measuredPairs } from '@titular/lab/card-names/measure-names.ts';

const [seed] = process.argv.slice(2);
const pairs = seed === undefined ? measuredPairs() : makePairs('held-out', Number(seed));
console.table(
  countResults(pairs).map(({ set, pairs: count, results }) => ({ set, pairs: count, ...results })),
);
