import { CHECK_MEANINGS, CHECK_RESULT_MEANINGS, CHECK_RESULTS, CHECKS } from '@titular/contract';
import {
  ATTACK_SIGNALS,
  type AttackSignal,
  attackSignals,
  NOTED_BY_ENVIRONMENT,
} from '@titular/server/decision/attack-signals.ts';
import { CREATE_REASONS, createReasons, ENDING_BY_MODULE } from '@titular/server/decision/create-checks.ts';
import { BEYOND_DOUBT, decisionReasons } from '@titular/server/decision/decision.ts';
import { MAX_TEMPLATES, WORTH_KEEPING } from '@titular/server/faces/gallery/plan-templates.ts';

const ends = (module: 'pre' | 'super-pre', reason: (typeof CREATE_REASONS)[number]): string =>
  ENDING_BY_MODULE[module].includes(reason) ? 'ends' : 'kept in the history';

const effectOf = (sign: AttackSignal): string => {
  const { refusesFrom } = attackSignals[sign];
  if (refusesFrom === undefined) return 'noted';
  const often = refusesFrom === 1 ? 'refuses' : `refuses from ${refusesFrom} times on`;
  return 'mayBeNoted' in attackSignals[sign] ? `${often}, unless \`noted-signs\` has it` : often;
};

/** docs/decision.md: the reasons a decision may carry, and what it rests on. */
export const decisionPage = (): string => `# The decision

Generated from \`packages/server/src/decision\` by \`npm run generate\`.

A transaction is **approved** when the person made the movements the server asked for, in order, as one person over all kept
frames, no sign of an attack speaks against it, and the face is the one enrolled for the identity (or becomes it, where the company's
policy is \`enrol\`). Everything else
is **inconclusive**. Faces are compared by the Euclidean distance of their descriptors; the largest distance that counts as the same
person is \`TITULAR_MATCH_THRESHOLD\`. Error rates of this threshold on your own population: **not measured**;
[calibration.md](calibration.md) tells how to measure them.

Each decision is kept with its reasons, the threshold, the distance and the engine version. Scores never leave the server.

| Reason | Meaning |
| --- | --- |
${Object.entries(decisionReasons)
  .map(([reason, meaning]) => `| \`${reason}\` | ${meaning} |`)
  .join('\n')}

## Signs of an attack

Each sign that was seen stands among the reasons, whatever was decided. Those that refuse keep a transaction from being approved and a
face from being enrolled; nothing is then told about whose face it was. That no sign was seen proves nothing: pictures can be forged so
that they leave none, and what stands against that is the challenge. The page is never told of a sign. How well they work against
attacks on your service is **not measured**; [attacks.md](attacks.md) tells how to measure it.

| Sign | Meaning | Effect |
| --- | --- | --- |
${ATTACK_SIGNALS.map((sign) => `| \`${sign}\` | ${attackSignals[sign].meaning} | ${effectOf(sign)} |`).join('\n')}

The company's setting \`noted-signs\` names those that are only noted. Without it they are \`${NOTED_BY_ENVIRONMENT.test.join(', ')}\` where the
environment is \`test\`, because that is where fake cameras are used on purpose, and none in \`production\`.

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

Each process holds the faces it searches decrypted in memory, and asks the database at each search what has changed: an enrolment or an
erasure that any process has committed counts from the next search on. What was deleted is overwritten in memory at that search, or
within a minute; what nobody asked for in a quarter of an hour is overwritten too. \`TITULAR_GALLERY_LIMIT\` is how many faces of a
tenant, kind and engine version may be held. With as many, nobody further is enrolled (\`gallery_full\`), and those who are enrolled go on
as before. With more, because the limit was lowered, nothing is searched (\`gallery_unsearched\`): a part is never searched for the whole.
The company says what a live person gets then, in \`full-gallery\`. \`refuse\` leaves the transaction inconclusive. \`approve\` approves
without the search and enrols nobody; the reason stands in the decision, and \`hasIdentityChanged\` is unknown. From 80 % of the limit on the
log warns once an hour, \`/readyz\` tells \`gallery_nearly_full\`, and \`titular galleries list\` shows each gallery. This release has no
vector index that could take over; the way out is a higher limit,
at about 0.8 kB of memory a face and process, or a shorter \`template-retention-days\`.

## The faces of an identity

An identity may have up to ${MAX_TEMPLATES} faces, by default 3 (\`templates-per-identity\`); the distance that counts is that to the nearest. A face
is added by an approved capture alone, and only beyond doubt: within ${BEYOND_DOUBT} of the match threshold of a face that is held, with nobody
else's face as near. It joins when it lies ${WORTH_KEEPING} or more from each that is held, so that it shows the person otherwise; or it takes the
place of the oldest, when the newest is older than \`template-renewal-days\` (180; 0 for never). So a person may age without being
turned away. The price: each added face widens what matches by a little, and a chain of captures, each near to the one before, may lead away
from the first face. Whoever cannot take that sets \`templates-per-identity\` to 1 and \`template-renewal-days\` to 0, and has people
enrolled anew when they no longer match.

## A change of engine

Descriptors of different engine versions cannot be compared. When all faces of an identity are of another version, \`outdated-template\`
decides:

- \`refuse\` (the default): inconclusive, \`reference_outdated\`. Nobody's identity is bound to a face anew, until you erase the person or
  the engine comes back.
- \`enrol-anew\`: under \`template-policy\` \`enrol\` a live capture is enrolled like a first one, \`reference_renewed\`, and what cannot be
  compared is deleted in the same commit; a stated identity never is. The risk is that of a first enrolment, once more for each person: **who
  holds the link first after the change is taken for the identity**, and the search meets only those who were enrolled anew before.
  Going back to the engine before means enrolling anew again.

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
