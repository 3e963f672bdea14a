import {
  ATTEMPT_OUTCOMES,
  BROWSER_FAMILIES,
  CHALLENGE_LENGTHS,
  CHALLENGE_MOVEMENTS,
  CHALLENGE_REASON_MEANINGS,
  CHALLENGE_REASONS,
  OUTCOME_MEANINGS,
  PAGE_EVENTS,
  PAGE_STEPS,
} from '@titular/contract';
import { SAME_FACE_BITS, SAME_PICTURE_BITS } from '@titular/face-engine';
import { IMAGE_HASH_DAYS } from '@titular/server/captures/attack-signals/seen-frames.ts';
import {
  ATTEMPT_LIFETIME_SECONDS,
  MAX_FRAMES,
  MIN_STEP_SECONDS,
  UNHURRIED_FACTOR,
} from '@titular/server/captures/attempts/attempt-limits.ts';
import { kindsOf, listSequences } from '@titular/server/captures/challenge/draw-challenge.ts';
import {
  JAW_GROWTH,
  MOUTH_GAP,
  PITCH_DEGREES,
  RELATIVE_SIZE,
  YAW,
} from '@titular/server/captures/challenge/pose-table.ts';
import { MAX_EVENTS_OF_A_SESSION } from '@titular/server/captures/page-events/record-page-events.ts';
import { settings } from '@titular/server/config/config.ts';

const fallbackOf = (variable: string): string =>
  settings.find((setting) => setting.variable === variable)?.fallback ?? '';

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** What a movement draws from, and how far a recording gets that heeds nothing. */
const movementRows = CHALLENGE_MOVEMENTS.map((movement) => {
  const lengths = listSequences(movement).map((moves) => moves.length);
  const different = [...new Set(lengths)].toSorted();
  // A recording shows one sequence of each length.
  const share = different.length / lengths.length;
  const kinds = kindsOf(movement).join(', ');
  return `| \`${movement}\` | ${kinds} | ${different.join(' or ')} | ${lengths.length} | ${percent(share)} | ${percent(1 - (1 - share) ** 2)} |`;
}).join('\n');

/** How many sequences a challenge of each length is drawn from, in bits too, and how far a recording gets in one attempt. */
const lengthRows = CHALLENGE_LENGTHS.map((length) => {
  const sequences = listSequences('turn', length);
  const different = [...new Set(sequences.map((moves) => moves.length))].toSorted();
  const share = different.length / sequences.length;
  return `| \`${length}\` | ${different.join(' or ')} | ${sequences.length} | ${Math.log2(sequences.length).toFixed(2)} | ${percent(share)} |`;
}).join('\n');

const reasonRows = CHALLENGE_REASONS.map((reason) => {
  const length = reason === 'known' ? 'short' : 'long';
  return `| \`${reason}\` | ${length} | ${CHALLENGE_REASON_MEANINGS[reason]} |`;
}).join('\n');

/** docs/captures.md: what happens between the consent and the decision. */
export const capturesPage = (): string => `# Captures

Generated from \`packages/server/src/captures\` by \`npm run generate\`.

A capture proves that a person is present, alive, and one and the same. It happens on the page that the service hosts, after the person has
consented. It runs in a page session that only a one-time code opens. The service judges each picture as it arrives. It tells the page what to
do next, and never a score.

## The challenge

The server draws a random challenge for each attempt: three or four moves. Before, between and after them the person faces the camera with the
mouth closed. A person who cannot make a move can exclude its kind on the page, or come nearer and move away instead. Every allowed sequence
is equally likely. Challenges of the head have at least two turns or nods; where turns are drawn, at least one move is a turn. Challenges of
distance have one opened mouth.

| Movement | Drawn from | Moves | Challenges | A recording gets through one attempt | And is approved within three |
| --- | --- | --- | --- | --- | --- |
${movementRows}

The last two columns are for a recording that shows moves in a fixed order, whatever the page requests. Every other order ends the attempt.
After the second attempt that ends this way, the signal \`wrong_turn\` prevents approval of the third, unless the company only notes it.

Two kinds of looped film were computed, each begun at 20 phases. In the first, each move is just beyond its limit for one frame, and the first
wrong frame is forgiven. It passes 1.1 % of \`turn\`, 1.7 % of \`without_mouth\`, 4.4 % of \`distance\`, 5 % of \`without_turns\` and 7 % of
\`without_nods\`. The second makes small turns to both sides (yaw 0.26, 0.7 seconds each), and passes 40 of 12,560 attempts at \`turn\`.

A frame passes a step when it shows the requested pose in good quality, and the face is that of the attempt's first frame:

| Pose | Reading |
| --- | --- |
| \`front\` | yaw at most ${YAW.front}, pitch within ${PITCH_DEGREES.front} degrees of the first frame, gap of the lips at most ${MOUTH_GAP.closed}, or ${MOUTH_GAP.closedGrowth} more than in the first frame |
| \`left\`, \`right\` | yaw at least ${YAW.turn} to that side, pitch within ${PITCH_DEGREES.turn} degrees |
| \`up\`, \`down\` | pitch at least ${PITCH_DEGREES.nod} degrees from the first frame, yaw at most ${YAW.nod} |
| \`mouth\` | gap of the lips at least ${MOUTH_GAP.open}, and ${MOUTH_GAP.growth} more than in the first frame; the chin ${JAW_GROWTH} farther from the nose |
| \`nearer\`, \`farther\` | size of the face at least ${RELATIVE_SIZE.nearer} or at most ${RELATIVE_SIZE.farther} times that of the first frame, yaw at most ${YAW.front} |

Yaw is the position of the nose tip between the outer eye corners. Lips and chin are measured in units of the distance between these corners.
Challenges of the head ignore the distance to the camera; challenges of distance ignore nods.

A move that was not requested ends the attempt, in every environment and from the first instant of a step. The limits are those that would
pass the move. One frame clearly beyond them is enough, or a second frame beyond them anywhere in the attempt. The person may still hold the
previous move while returning to the front. Only the kinds that the challenge draws from count. A person who excludes turns, nods or the mouth
may be unable to hold them still, and leaning forward tilts the head. Nobody reads an instruction and moves within ${MIN_STEP_SECONDS} seconds. A pose
that is shown sooner does not pass, and leaves an attack signal.

Each step has \`TITULAR_CHALLENGE_STEP_SECONDS\` (${fallbackOf('TITULAR_CHALLENGE_STEP_SECONDS')} by default), the attempt ${ATTEMPT_LIFETIME_SECONDS} seconds. A person who asks for extra time on the
page gets ${UNHURRIED_FACTOR} times both. Nothing on the page flashes. Frames are accepted in their order, once each, with plausible capture times. An attempt
takes at most ${MAX_FRAMES} frames, and ${UNHURRIED_FACTOR} times as many with extra time. If an answer is lost, the same answer is sent again. After a reload
the attempt continues; a different kind of challenge starts a new attempt.

### The number of movements

A company's setting \`movements\` decides how many movements \`turn\` has. \`fixed\`, the default, draws three or four for everybody. \`by-risk\`
asks a known person for three and everybody else for four. Challenges that leave out a kind of movement, and that of distance, always have four.

| Length | Moves | Challenges | Bits | A recording gets through one attempt |
| --- | --- | --- | --- | --- |
${lengthRows}

The first reason of this table that applies makes the challenge long; the attempt keeps all that apply.

| Reason | Length | When |
| --- | --- | --- |
${reasonRows}

The service decides this alone, when the attempt begins and from its own records. Nothing that the page or the browser sends shortens a
challenge, and no browser is recognised. A short challenge forgives no wrong frame. The number of steps on the page shows its holder
whether a person is known. [Decision 0030](decisions/0030-movements-by-risk.md) has the figures.

### The challenge of distance

The room behind the face has to stay while the face grows or shrinks. When a photograph or a screen is moved, the whole picture grows alike.
Before a plain wall the two cannot be told apart, and the page asks the person to show more of the room. A photograph that is cut out along
the head stands before a room as a head does. The defence against it is the opened mouth. The chin must fall, and the jaw at both sides of the
mouth must move; both are found by their light, as for a [solid head](#solid-heads). A mouth that is painted on paper or cut into it moves
neither. Some chins cannot be found, so honest people fail here more often.

This challenge is therefore worth less than moving the head. A decision that rests on it carries the reason \`moved_by_distance\`. The company's
setting \`distance-challenge\` decides what it is good for:

- \`known\` approves people who are enrolled, and enrols nobody.
- \`enrol\` also enrols.
- \`never\`: the page does not offer it, the service refuses to start it (40064), and no capture by it is approved.

### Solid heads

When the head faces the camera again after a turn or a nod, the server checks whether it was a **solid head**. A smooth warp lays the turned
face, without its nose, over the straight one, by its light alone. On paper, flat or bent, the nose then lies where the warp puts it. On a head
it stands out to the side of the movement, in proportion to how the face bends
([decision 0016](decisions/0016-relief-by-light-not-by-landmarks.md)). A sheet ends the attempt as \`not_live\` with the signal \`flat_picture\`,
which refuses approval from the second attempt on. At the end, at least half of the head moves must have been those of a solid head. A move
that stayed unclear, in too little light for instance, does not count as solid. A head that is rendered in three dimensions and injected in
place of the camera moves as a solid head does: see [attacks.md](attacks.md).

The order of the moves does not reveal every recording. A recording made elsewhere may be played by a device that poses as a camera, and cut by
hand to the page's requests. By its moves it cannot be told from a person.

## Attempts

A transaction has \`TITULAR_MAXIMUM_ATTEMPTS\` attempts (${fallbackOf('TITULAR_MAXIMUM_ATTEMPTS')} by default). After a failed one, the next has to start within
\`TITULAR_RETRY_SECONDS\` (${fallbackOf('TITULAR_RETRY_SECONDS')} by default). When that time is over or no attempt is left, the failure is final: \`inconclusive\`. An
abandoned attempt counts as a failure only when the person comes back.

| Outcome | Meaning |
| --- | --- |
${ATTEMPT_OUTCOMES.map((outcome) => `| \`${outcome}\` | ${OUTCOME_MEANINGS[outcome]} |`).join('\n')}

## The camera during the attempt

Once or twice in an attempt, at drawn moments, the server sends the page a camera request: a smaller picture, a lower frame rate, or a little
zoom. It requests only what the camera reported as possible. The page applies the request to the running track and goes on sending frames.
With the frames it reports the result and the delay, and then it restores the camera. The person sees the same preview. Nobody waits for the
camera, and no attempt ends because of it.

The server checks the pictures for frames of the new size, or for surroundings that grew about the middle with the zoom. A frame rate shows
only in the times at which the browser presented pictures, which only the page knows. The results are \`followed\`, \`claimed_only\` (the
settings changed, the pictures did not), \`ignored\`, \`unsupported\`, \`late\` and \`unclear\` (a plain wall). They are stored with the attempt,
together with the delay. \`ignored\` leaves the signal \`camera_ignores_settings\`, \`claimed_only\` the signal \`camera_claims_settings\`. Both stand
beside the decision and never refuse approval. In published work such signals alone refuse 14.6 % of honest people at the point where 10 % of
attacks pass.

This check reveals frames that do not come from a track in a browser, and scripts that forge only what a camera says of itself. Size and rate
do not tell a virtual camera from a real one: Chromium itself scales and slows any track, even one drawn on a canvas. The device itself does a
zoom. An attacker who forges the answer as well as the picture imitates all of it. The absence of a signal proves nothing.

## Repeated pictures

The service keeps two hashes of 256 bits for every frame that passed a step, for ${IMAGE_HASH_DAYS} days:

- The **image hash** describes the whole picture. It is compared within the tenant.
- The **face hash** describes the aligned face and its surroundings. It is compared over the whole deployment, because a stolen recording is
  sent to a shop that never saw it. It survives a crop of 10 %, a roll of 5 degrees, a mirror image, scaling, compression and changes of
  light, alone and together.

A frame that passed no step is not recognised, and neither is one that was bent or repainted.

A certain match refuses approval by itself. A mere likeness has to be found twice, with the head turned: people who pay twice at one desk look
straight ahead in the same way. Within a transaction, only a turned head that repeats nearly exactly counts (\`frames_repeated\`), as in
a looped film. It prevents enrolment, and refuses approval from the second time on. In \`test\` it is only noted, because recordings stand for
people there.

The hashes are sealed, and found by keyed hashes of pairs of their words: image hashes under the tenant's key, face hashes under a deployment
key. Whatever lies within ${SAME_PICTURE_BITS} bits of an image hash, or ${SAME_FACE_BITS} of a face hash, has a pair in common with it. A search reads the same few pages of
each index however many hashes are kept, and at most 64 rows for each pair
([0042](decisions/0042-hash-pairs.md)).

No answer says whose picture it was. One leak remains: an attacker who has a frame and sends it in a capture of their own learns that some
tenant kept it within ${IMAGE_HASH_DAYS} days. A search also takes a little longer where many pictures are alike. Both hashes are deleted when the person is
erased.

## Reading a capture

\`GET …/walletid/transactions/{transaction_id}/captures\` (scope \`captures:read\`) returns attempts, outcomes, checks, attack signals and the
SHA-256 of each kept frame. An image is returned only to a caller who states a reason. Each image view is in the [audit log](audit-log.md) before the
image is sent. Operators have \`titular captures list\` and \`titular captures export\`.

## Page events

A page reports only that something happened, with the family of its browser (${BROWSER_FAMILIES.map((family) => `\`${family}\``).join(', ')}).
It uses these names: ${PAGE_EVENTS.map((event) => `\`${event}\``).join(', ')}.

The service adds one to a sum for the company, the day (UTC), the event and the family. It stores no row for a session, a transaction or a
person, and counts at most ${MAX_EVENTS_OF_A_SESSION} events of a session. Beside each sum stands how many sessions told of the event at least once. A step
(${PAGE_STEPS.map((step) => `\`${step}\``).join(', ')}) brings those before it along, so that none has fewer sessions than the next.
\`titular page-events list\` prints both. The overview of the portal shows the sessions by browser, and what held people up. Many
\`camera_denied\` or \`in_app_browser\` beside few \`attempt_started\` show where people are lost.
`;
