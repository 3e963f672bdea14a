import { CHECK_MEANINGS, CHECK_RESULT_MEANINGS, CHECK_RESULTS, CHECKS } from '@titular/contract';
import {
  ATTACK_SIGNALS,
  type AttackSignal,
  attackSignals,
  NOTED_BY_ENVIRONMENT,
} from '@titular/server/decision/attack-signals.ts';
import { CARD_REASONS, cardReasons } from '@titular/server/decision/card-evidence.ts';
import { CREATE_REASONS, createReasons, ENDING_BY_MODULE } from '@titular/server/decision/create-checks.ts';
import { BEYOND_DOUBT, decisionReasons } from '@titular/server/decision/decision.ts';
import { cancelReasons } from '@titular/server/decision/reason-words.ts';
import { ASSUMED_FMRS, falseOtherIdentity } from '@titular/server/faces/gallery/false-matches.ts';
import { MAX_TEMPLATES, WORTH_KEEPING } from '@titular/server/faces/gallery/plan-templates.ts';

const ends = (module: 'pre' | 'super-pre', reason: (typeof CREATE_REASONS)[number]): string =>
  ENDING_BY_MODULE[module].includes(reason) ? 'ends' : 'kept in the history';

const effectOf = (sign: AttackSignal): string => {
  const { refusesFrom } = attackSignals[sign];
  if (refusesFrom === undefined) return 'noted';
  const often = refusesFrom === 1 ? 'refuses' : `refuses when seen ${refusesFrom} times or more`;
  return 'mayBeNoted' in attackSignals[sign] ? `${often}, unless listed in \`noted-signs\`` : often;
};

/** docs/decision.md: the reasons a decision may carry, and what it rests on. */
export const decisionPage = (): string => `# The decision

Generated from \`packages/server/src/decision\` by \`npm run generate\`.

A transaction is **approved** when all of these hold:

- The person made the moves that the server asked for, in order, and all kept frames show one person.
- No attack signal refuses approval.
- The face is the one enrolled for the identity, or becomes it where the company's policy is \`enrol\`.

Everything else is **inconclusive**. Faces are compared by the Euclidean distance of their descriptors. The largest distance that counts as the
same person is \`TITULAR_MATCH_THRESHOLD\`. Error rates of this threshold on your own population: **not measured**;
[calibration.md](calibration.md) explains how to measure them.

All front frames of a capture are compared with the enrolled face. The farthest of them counts, or of three and more the one behind it. A blurred
frame therefore rejects nobody, and one picture between two faces proves neither ([0105](decisions/0105-all-front-frames-are-compared.md)).

Each decision is stored with its reasons, the threshold, the distance and the engine version. Scores never leave the server.

| Reason | Meaning |
| --- | --- |
${Object.entries(decisionReasons)
  .map(([reason, meaning]) => `| \`${reason}\` | ${meaning} |`)
  .join('\n')}

## Attack signals

Each attack signal that was seen is listed among the reasons, whatever the decision. A signal that refuses prevents approval and enrolment; the
decision then says nothing about whose face it was. Some signals that are only noted still prevent enrolment (\`enrolment_doubtful\`). The
absence of signals proves nothing: pictures can be forged to leave none. The defence against such pictures is the challenge. The page never
learns of a signal. How well the signals work against attacks on your service is **not measured**; [attacks.md](attacks.md) explains how to
measure it. On the wire and in settings a signal is called \`sign\`.

| Signal | Meaning | Effect |
| --- | --- | --- |
${ATTACK_SIGNALS.map((sign) => `| \`${sign}\` | ${attackSignals[sign].meaning} | ${effectOf(sign)} |`).join('\n')}

The company's setting \`noted-signs\` lists the signals that are only noted. The default in \`test\` is
\`${NOTED_BY_ENVIRONMENT.test.join(', ')}\`, because fake cameras are used there on purpose; in \`production\` it is none.

## The checks

Beside its reasons, a decision lists its checks with a result each. The checks are also in the signed receipt and in the captures of the
transaction. They are words, never a distance.

| Check | What holds when it passed |
| --- | --- |
${CHECKS.map((check) => `| \`${check}\` | ${CHECK_MEANINGS[check]} |`).join('\n')}

| Result | Meaning |
| --- | --- |
${CHECK_RESULTS.map((result) => `| \`${result}\` | ${CHECK_RESULT_MEANINGS[result]} |`).join('\n')}

## Another identity

Under module \`post\` the person may say on the page that the card is theirs under another identity. The service then verifies that stated
identity by the same rules. Once it is verified, the merchant's answer has \`hasIdentityChanged\` true. Both identities stay with the
transaction, sealed.

Each face is also compared with the faces of the tenant's other identities of the same kind. (A person and their firm may share one face.) A
distance of at most ${BEYOND_DOUBT} of the match threshold is beyond doubt. The transaction is then never approved, unless the company's setting
\`face-of-another-identity\` is \`approve\`. \`hasIdentityChanged\` is true when that other face is nearer than the identity's own. The search is
exact and covers all enrolled faces of the tenant.

Each process holds the faces it searches decrypted in memory. At each search it asks the database what has changed. An enrolment or erasure that
any process has committed therefore counts from the next search on. A deleted face is overwritten in memory at that search, or within a minute.
Faces that nobody searched for a quarter of an hour are overwritten too.

A gallery (the faces of a tenant, kind and engine version) may have as many faces as fit into \`TITULAR_GALLERY_MEMORY_MB\`, or fewer where
\`TITULAR_GALLERY_LIMIT\` says so:

- At the limit, nobody new is enrolled (\`gallery_full\`). People who are enrolled go on as before.
- Above it, after the limit was lowered, nothing is searched (\`gallery_unsearched\`). The service never searches a part in place of the whole.
- In a [change of engine](face-engine.md#changing-engines), a capture can lack the version that others are enrolled in alone (\`gallery_unsearched\`).
  Nobody is enrolled by it, and who has an enrolled face goes on as before.

The company's setting \`full-gallery\` decides what a live person gets then: at the limit a person without an enrolled face, above it everybody.
\`refuse\` leaves the transaction inconclusive. \`approve\` approves and enrols nobody, and the decision carries the reason. Above the limit it
approves without the search; \`hasIdentityChanged\` is then unknown for a person without an enrolled face.

From 80 % of the limit the log warns once an hour, \`/readyz\` reports \`gallery_nearly_full\`, and \`titular galleries list\` shows each gallery.
Raise the memory, at about 0.75 kB for each face, or shorten \`template-retention-days\`.

The more faces there are, the more often an honest newcomer is refused as another identity. With N faces and a false match rate FMR at the
distance that is beyond doubt, the share is 1 - (1 - FMR)^N. That rate is measured on the pictures of a population ([calibration](calibration.md));
these are rates to compare with, and \`titular galleries list\` shows them for each gallery:

| Faces | ${ASSUMED_FMRS.map((fmr) => `FMR ${fmr}`).join(' | ')} |
| --- | ${ASSUMED_FMRS.map(() => '---').join(' | ')} |
${[10_000, 100_000, 1_000_000].map((faces) => `| ${faces} | ${ASSUMED_FMRS.map((fmr) => `${Number((100 * falseOtherIdentity(faces, fmr)).toPrecision(2))} %`).join(' | ')} |`).join('\n')}

## The faces of an identity

An identity may have up to ${MAX_TEMPLATES} faces, by default 3 (\`templates-per-identity\`). The distance to the nearest one counts. Only an approved capture
adds a face, and only beyond doubt: within ${BEYOND_DOUBT} of the match threshold of an enrolled face, with nobody else's face as near. A new face enters
in one of two ways:

- It is added if it lies ${WORTH_KEEPING} or more from each enrolled face, because it then shows the person in another way.
- It replaces the oldest if the newest is older than \`template-renewal-days\` (180; 0 for never). A person may therefore age without being
  rejected.

This has a price. Each added face slightly widens what matches. A chain of captures, each near to the one before, may also lead away from the
first face. A company that cannot accept this sets \`templates-per-identity\` to 1 and \`template-renewal-days\` to 0. People who no longer match
then have to be enrolled again.

## A change of engine

Descriptors of different engine versions cannot be compared. [A change with an overlap](face-engine.md#changing-engines) lets two versions stand
side by side for some days: a decision rests on one that capture and identity both have, and stores which. The rest of this section is about
faces of versions that the service does not have. When all faces of an identity are of such a version, \`outdated-template\` decides:

- \`refuse\` (the default): inconclusive, \`reference_outdated\`. No identity is bound to a new face until you erase the person or
  the earlier engine comes back.
- \`enrol-anew\`: under \`template-policy\` \`enrol\` a live capture is enrolled like a first one, \`reference_renewed\`. The faces that cannot be
  compared are deleted in the same commit. A stated identity is never enrolled this way. The risk is that of a first enrolment, once more for
  each person: **the first holder of a link after the change is taken for the identity**. The search covers only people who were already
  enrolled anew. Going back to the earlier engine means enrolling once more.

## The checks at create

Under every module, an expired card is refused with \`40025\`, and a value above the company's maximum with \`40045\`. Module \`post\` checks
nothing else. \`pre\` and \`super-pre\` check what is known before the person is asked for anything. Each finding is a reason in the transaction's
history, and some findings end the transaction as \`fast-inconclusive\`. The company's setting \`ending-checks\` lists those that do; the table
shows the default. A transaction that the checks end asked nobody for anything, and does not count as an attempt. It does if a service had
[answered about its card](card-evidence.md).

| Reason | Meaning | \`pre\` | \`super-pre\` |
| --- | --- | --- | --- |
${CREATE_REASONS.map((reason) => `| \`${reason}\` | ${createReasons[reason]} | ${ends('pre', reason)} | ${ends('super-pre', reason)} |`).join('\n')}

A card is known by its first 8 digits (6 for short ranges) and its last 4, as a keyed hash. Two cards may share these digits, so
\`card_of_another_identity\` ends only the strictest module. For \`name_differs_from_known\`, one word in common is enough, whatever the case,
the accents and the order: it ends only what is plain at first sight.

Where the company's setting \`card-name\` is \`end\`, \`pre\` and \`super-pre\` also end a transaction with \`card_name_differs\`, by the rules of
[names on cards](card-names.md). Under every module the decision compares names by these rules, unless the setting is \`ignore\`. With \`require\`
and \`end\` a name that does not agree prevents approval.

### Links

A card that was used with many identities, and an identity with many cards, are counted by keyed hash over all companies of the tenant. Every
transaction within \`link-days\` that asked somebody counts, whatever became of it, and so does the present one. The counts stop at the limit, so
nobody learns of more. Whoever was with 200 or more, however long ago, counts as many.

| Reason | Found above | What follows |
| --- | --- | --- |
| \`card_of_many_identities\` | \`identities-per-card\` | \`many-identities\` |
| \`identity_of_many_cards\` | \`cards-per-identity\` | \`many-cards\` |

The first two are looked for at create under \`pre\` and \`super-pre\`, and before the decision under every module, unless the setting is
\`ignore\`, the default. \`note\` gives a reason and
the check \`links\`. \`end\` ends the transaction at create, and prevents approval at the decision. Creates under \`pre\` and \`super-pre\` with the same
card or identity wait for each other, so the limit holds exactly over all processes.

A face and a device are known from the capture on, so these are looked for before the decision alone, also of processes:

| Reason | Found above | Within | What follows |
| --- | --- | --- | --- |
| \`face_of_many_identities\` | \`identities-per-face\` | \`face-days\` | \`face-many-identities\` |
| \`device_of_many_identities\` | \`identities-per-device\` | \`device-days\` | \`device-many-identities\` |

Of a face count the identities of the same kind and tenant whose enrolled face it is, beyond doubt, since that face was enrolled or matched
last. The claimed identity counts too. They count whatever \`face-of-another-identity\` is; where that refuses, no second identity is
enrolled, and few limits are ever reached. A capture that is not live tells nothing of a face.

Of a device count the identities that attempts on it were to show, whatever became of them. It is known by a cookie that the consent names
([data-protection.md](data-protection.md#the-device-cookie)). There is none in a frame, in a browser that refuses cookies, and without the
consent. Then nobody looks, and the check \`links\` says nothing of the device.

## Card evidence

What an operator's service says of a card ([card-evidence.md](card-evidence.md)), at create under \`pre\` and \`super-pre\` and in every decision. The
company's settings \`card-evidence-card\`, \`-name\`, \`-holder\` and \`-authentication\` say which of these prevent approval.

| Reason | Meaning |
| --- | --- |
${CARD_REASONS.map((reason) => `| \`${reason}\` | ${cardReasons[reason]} |`).join('\n')}

## Cancellations

| Reason | Meaning |
| --- | --- |
${Object.entries(cancelReasons)
  .map(([reason, meaning]) => `| \`${reason}\` | ${meaning} |`)
  .join('\n')}
`;
