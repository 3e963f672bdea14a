import { CARD_NAME_RESULTS, type CardNameResult } from '@titular/contract';
import {
  countResults,
  isGenuine,
  type MeasuredPair,
  measuredPairs,
} from '@titular/lab/card-names/measure-names.ts';
import { nameCases } from '@titular/lab/card-names/name-cases.ts';

const share = (count: number, of: number): string => `${count} (${((100 * count) / of).toFixed(1)} %)`;

const pairRow = ({ card, known, result }: MeasuredPair): string =>
  `| \`${card}\` | \`${known}\` | \`${result}\` |`;

const isWrong = ({ set, result }: MeasuredPair): boolean =>
  isGenuine(set) ? result === 'no_match' || result === 'not_performed' : result === 'match';

const MEANINGS: Readonly<Record<CardNameResult, string>> = {
  match: 'The names agree: what one has beside the other, cards leave out.',
  partial: 'Part of the name agrees, and the rest is no contradiction that a card could not have.',
  no_match: 'Given name or family name contradict each other, or nothing is in common.',
  not_performed: 'No name is known, a name is nothing but initials, or the identity is that of a company.',
};

/** docs/card-names.md: what the comparison of names says of which case, and how often it is wrong. */
export function cardNamesPage(): string {
  const pairs = measuredPairs();
  const figures = countResults(pairs);
  const wrong = (genuine: boolean) =>
    pairs.filter((pair) => isGenuine(pair.set) === genuine && isWrong(pair)).map(pairRow);
  return `# Names on cards

Generated from \`packages/lab/src/card-names\` by \`npm run generate\`, which compares every pair anew.

Before a decision, the name on the card is compared with the names on cards that were approved for the identity: those of the transactions that
enrolled its faces, and of up to five approved ones among its last 100. The best result counts. How a merchant greets a person
(\`friendlyName\` of a process) is no name to compare with. The result is the check \`card_name\` of the decision. The company's setting
\`card-name\` says what follows from \`no_match\`: by default a reason, \`card_name_differs\`, and nothing else. From \`not_performed\` nothing follows, under \`require\` neither: the first card of an
identity has no name to agree with.

| Result | Meaning |
| --- | --- |
${CARD_NAME_RESULTS.map((result) => `| \`${result}\` | ${MEANINGS[result]} |`).join('\n')}

The name is compared, not the person: relatives with one initial, father and son without a suffix, and namesakes agree.

## Cases

The tests run this table, in both directions.

| On the card | Known | Result | Rule |
| --- | --- | --- | --- |
${nameCases.map(([card, known, result, rule]) => `| \`${card}\` | \`${known}\` | \`${result}\` | ${rule} |`).join('\n')}

## How often it is wrong

Made pairs are drawn by a seed from half of a list of names of ten groups: Portuguese, Spanish, English, German, French, Italian, Dutch, Polish,
Nordic, and names of other scripts in two spellings. The comparison was adjusted by the other half alone. A code of its own embosses them: it shortens,
respells, turns and cuts as issuers do, and knows nothing of the comparison. Hard pairs were written by hand after the comparison, and one rule
(short forms) was changed after they were first measured: they are not held out any more. **These are made names, not those of your customers.** Their shares say which rules hold, not how
often your customers will meet them.

| Pairs | Number | ${CARD_NAME_RESULTS.map((result) => `\`${result}\``).join(' | ')} |
| --- | --- | ${CARD_NAME_RESULTS.map(() => '---').join(' | ')} |
${figures
  .map(
    ({ set, pairs: count, results }) =>
      `| ${set} | ${count} | ${CARD_NAME_RESULTS.map((result) => share(results[result], count)).join(' | ')} |`,
  )
  .join('\n')}

A false alarm is a genuine pair that is \`no_match\` or \`not_performed\`; a miss is a foreign pair that is a \`match\`. All of them:

### False alarms

| On the card | Known | Result |
| --- | --- | --- |
${wrong(true).join('\n')}

### Misses

| On the card | Known | Result |
| --- | --- | --- |
${wrong(false).join('\n')}

\`node scripts/measure-names.ts [seed]\` prints the same for other pairs of the half that was held out.
`;
}
