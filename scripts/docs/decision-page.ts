import { CHECK_MEANINGS, CHECK_RESULT_MEANINGS, CHECK_RESULTS, CHECKS } from '@titular/contract';
import { CREATE_REASONS, createReasons, ENDING_BY_MODULE } from '@titular/server/decision/create-checks.ts';
import { BEYOND_DOUBT, decisionReasons } from '@titular/server/decision/decision.ts';

const ends = (module: 'pre' | 'super-pre', reason: (typeof CREATE_REASONS)[number]): string =>
  ENDING_BY_MODULE[module].includes(reason) ? 'ends' : 'kept in the history';

/** docs/decision.md: the reasons a decision may carry, and what it rests on. */
export const decisionPage = (): string => `# The decision

Generated from \`packages/server/src/decision\` by \`npm run generate\`.

A transaction is **approved** when the person made the head turns the server asked for, in order, as one person over all kept
frames, and the face is the one enrolled for the identity (or becomes it, where the company's policy is \`enrol\`). Everything else
is **inconclusive**. Faces are compared by the Euclidean distance of their descriptors; the largest distance that counts as the
same person is \`TITULAR_MATCH_THRESHOLD\`. Error rates of this threshold on your own population: **not measured**;
[calibration.md](calibration.md) tells how to measure them.

Each decision is kept with its reasons, the threshold, the distance and the engine version. Scores never leave the server.

| Reason | Meaning |
| --- | --- |
${Object.entries(decisionReasons)
  .map(([reason, meaning]) => `| \`${reason}\` | ${meaning} |`)
  .join('\n')}

## The checks

What a decision looked at stands beside its reasons as checks with a result each, in the signed receipt and in the captures of the
transaction: words, never a distance.

| Check | What holds when it passed |
| --- | --- |
${CHECKS.map((check) => `| \`${check}\` | ${CHECK_MEANINGS[check]} |`).join('\n')}

| Result | Meaning |
| --- | --- |
${CHECK_RESULTS.map((result) => `| \`${result}\` | ${CHECK_RESULT_MEANINGS[result]} |`).join('\n')}

## Another identity

Under module \`post\` the person may say on the page that the card is theirs under another identity. That one is then verified, by the
same rules, and the merchant's answer has \`hasIdentityChanged\` true once it is. Both identities stay with the transaction, sealed.

Each face is also compared with those enrolled for the tenant's other identities of the same kind (a person and their firm may share
one face). A distance of at most ${BEYOND_DOUBT} of the match threshold is beyond doubt: the transaction is then never approved, unless the company's
setting \`face-of-another-identity\` says \`approve\`; \`hasIdentityChanged\` is true when that other face is nearer than the identity's
own. The search is exact and goes over all enrolled faces of the tenant.

## The checks at create

Whatever the module: a card that has expired is refused with \`40025\`, a value above the company's maximum with \`40045\`. Module
\`post\` checks nothing else. \`pre\` and \`super-pre\` look at what is known before anybody is asked; what they find stands as a reason in
the transaction's history, and some findings end it as \`fast-inconclusive\`. The company's setting \`ending-checks\` names them; without
it they are those of this table. What the checks ended asked nobody, and does not count as an attempt.

| Reason | Meaning | \`pre\` | \`super-pre\` |
| --- | --- | --- | --- |
${CREATE_REASONS.map((reason) => `| \`${reason}\` | ${createReasons[reason]} | ${ends('pre', reason)} | ${ends('super-pre', reason)} |`).join('\n')}

A card is known by its first 8 (for short ranges 6) and last 4 digits, as a keyed hash: two cards may share them, which is why
\`card_of_another_identity\` ends only the strictest module. Names are one person's when they share a word, whatever the case, the
accents and the order.
`;
