import {
  ATTEMPT_OUTCOMES,
  BROWSER_FAMILIES,
  CHALLENGE_MOVEMENTS,
  OUTCOME_MEANINGS,
  PAGE_EVENTS,
} from '@titular/contract';
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
import { MAX_EVENTS_OF_A_SESSION } from '@titular/server/captures/page-events/count-page-events.ts';
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

/** docs/captures.md: what happens between the consent and the decision. */
export const capturesPage = (): string => `# Captures

Generated from \`packages/server/src/captures\` by \`npm run generate\`.

A capture is the person's proof that they are there, alive, and one and the same. It happens on the page that the service hosts, in a page
session that only a one-time code opens, after the person has agreed. Pictures are judged one by one as they arrive; the
page is told what to do next, and never a score.

## The challenge

The server draws a challenge at random for each attempt: three or four moves, and before, between and after them the person faces the
camera with the mouth closed. Who cannot make one of the moves chooses on the page to leave its kind out, or to come nearer and move away
instead. Every sequence that is allowed is as likely as any other; challenges of the head have at least two turns or nods, one of them to a
side where turns are drawn, and those of distance one opened mouth.

| Movement | Drawn from | Moves | Challenges | A recording gets through one attempt | And is approved within three |
| --- | --- | --- | --- | --- | --- |
${movementRows}

The last columns are of a recording that shows moves in a fixed order, whatever is asked for: every other order ends the attempt. After the
second attempt that ends so, the sign \`wrong_turn\` keeps the third from being approved, unless the company has it noted alone.
A recording whose moves stay just beyond their limits, one frame each, is forgiven one of them: begun at 20 phases, it gets through 1.1 % of
\`turn\`, 1.7 % of \`without_mouth\`, 4.4 % of \`distance\`, 5 % of \`without_turns\` and 7 % of \`without_nods\`. Small turns to both sides
(yaw 0.26, 0.7 seconds each) get through 40 of 12,560.

A frame passes a step when it shows the pose that is asked for, in good quality, and the face is that of the attempt's first frame:

| Pose | Reading |
| --- | --- |
| \`front\` | yaw at most ${YAW.front}, pitch within ${PITCH_DEGREES.front} degrees of the first frame, gap of the lips at most ${MOUTH_GAP.closed}, or ${MOUTH_GAP.closedGrowth} more than in the first frame |
| \`left\`, \`right\` | yaw at least ${YAW.turn} to that side, pitch within ${PITCH_DEGREES.turn} degrees |
| \`up\`, \`down\` | pitch at least ${PITCH_DEGREES.nod} degrees from the first frame, yaw at most ${YAW.nod} |
| \`mouth\` | gap of the lips at least ${MOUTH_GAP.open}, and ${MOUTH_GAP.growth} more than in the first frame; the chin ${JAW_GROWTH} farther from the nose |
| \`nearer\`, \`farther\` | size of the face at least ${RELATIVE_SIZE.nearer} or at most ${RELATIVE_SIZE.farther} times that of the first frame, yaw at most ${YAW.front} |

Yaw is where the nose tip stands between the outer eye corners, lips and chin are measured in the distance between these corners. In
challenges of the head the distance to the camera does not matter, in those of distance nods do not.

A movement that was not asked for ends the attempt, at the same readings that would pass it, in every environment, and from the first
instant of a step: a single frame that is clearly beyond them, or a second one anywhere in the attempt. The move that was just passed may
still be held while the person comes back. Only what the challenge is drawn from counts: who leaves out turns, nods or the mouth may be unable
to hold them still, and leaning forward tilts the head. Nobody reads an instruction and moves within ${MIN_STEP_SECONDS} seconds: what shows a pose sooner
does not pass, and leaves a sign.

Each step has \`TITULAR_CHALLENGE_STEP_SECONDS\` (${fallbackOf('TITULAR_CHALLENGE_STEP_SECONDS')} by default), the attempt ${ATTEMPT_LIFETIME_SECONDS} seconds; who asks for more time on the page gets
${UNHURRIED_FACTOR} times both. Nothing on the page flashes. Frames are taken in their order, each once, at most ${MAX_FRAMES} of an attempt, at times that can be; the last
answer is given again when it was lost. A reload goes on with the attempt; another kind of challenge begins a new one.

In a challenge of distance the room behind the face has to stay while the face grows or shrinks: with a photograph or a screen that is moved,
all of the picture grows alike. Before a plain wall nobody can tell, and the person is asked to let more be seen. A photograph that is cut
out along the head is held before a room as a head is. Against it stands the opened mouth: its chin must fall, found again by its light as
above, and a mouth that is painted on paper or cut into it moves none. Some chins are not found again, so that honest people fail here more
often. So this challenge is worth less than moving the head: a decision by it says \`moved_by_distance\`. The company's setting \`distance-challenge\`
says what it is good for: \`known\` approves who is enrolled and enrols nobody, \`enrol\` enrols as well, and with \`never\` the page does not
offer it, the service refuses to begin it (40064), and no capture by it is approved.

When the head faces the camera again after a turn or a nod, the server asks whether it was a **solid head**. The turned face is laid over the
straight one by a smooth warp, everything but the nose, by its light alone; on paper, flat or bent, the nose then lies where it should, on a
head it stands out to the side of the movement, in proportion to how the face bends
([decision 0016](decisions/0016-relief-by-light-not-by-landmarks.md)). A sheet ends the attempt as \`not_live\` with the sign \`flat_picture\`,
which refuses from the second attempt on. At the end at least half of the moves of the head must have been those of a solid one; what stayed
unclear, in too little light for instance, counts for nothing. A head that is rendered in three dimensions and sent in place of the camera
moves as a solid: see [attacks.md](attacks.md).

What was recorded elsewhere, is played by a device that passes for a camera, and is cut by hand to what the page asks cannot be told from a
person by the order of the movements.

## Attempts

A transaction has \`TITULAR_MAXIMUM_ATTEMPTS\` (${fallbackOf('TITULAR_MAXIMUM_ATTEMPTS')} by default). After one that failed, the next has to begin within \`TITULAR_RETRY_SECONDS\`
(${fallbackOf('TITULAR_RETRY_SECONDS')} by default); then, or when none is left, the failure is final: \`inconclusive\`. An attempt that was left in the middle is no failure
until the person comes back, and counts as one then.

| Outcome | Meaning |
| --- | --- |
${ATTEMPT_OUTCOMES.map((outcome) => `| \`${outcome}\` | ${OUTCOME_MEANINGS[outcome]} |`).join('\n')}

## The camera during the attempt

Once or twice in an attempt, at drawn moments, the server asks the page to have the running camera change: a smaller picture, a lower rate, or
a little zoom, and only what the camera said it can. The page applies it to the running track, goes on sending frames, says with them what
came of it and after how long, and restores the camera. The person sees the same preview; nobody waits for it, and no attempt ends because of
it.

The server checks the pictures: frames of the new size, or surroundings that grew about the middle with the zoom. A rate is told by the
times at which the browser presented pictures, which only the page knows. The results are \`followed\`, \`claimed_only\` (the settings
changed, the pictures did not), \`ignored\`, \`unsupported\`, \`late\` and \`unclear\` (a plain wall); they are kept with the attempt beside the
delay. \`ignored\` leaves the sign \`camera_ignores_settings\`, \`claimed_only\` the sign \`camera_claims_settings\`. Both stand beside the decision
and never refuse: published work on such signs alone gives 14.6 % of honest people refused where 10 % of attacks get through.

It adds this: frames that do not come from a track in a browser, and scripts that only forge what a camera says of itself, show it. It does
not tell a virtual camera from a true one by size or rate, because Chromium scales and slows any track itself, also one drawn on a canvas; a
zoom is done by the device. Whoever writes the answer as well as the picture imitates all of it. That no sign is seen proves nothing.

## Pictures that come again

Two prints of 256 bits are kept of every frame that passed a step, for ${IMAGE_HASH_DAYS} days. One says what the whole picture looks like; it is
compared within the tenant. The other says what the aligned face and its surroundings look like; it is compared over the whole deployment,
because a stolen recording is sent to a shop that never saw it. It outlives a crop of 10 %, a roll of 5 degrees, a mirror image, scaling,
compression and light, alone and together. A frame that passed no step is not known, and neither is one that was bent or repainted.

A certain match refuses alone. A likeness has to be found twice, with the head turned: who pays twice at one desk looks straight ahead
alike. Within a transaction only a turned head that comes again nearly exactly counts (\`frames_repeated\`), as a film in a loop does. It
bars enrolment, and refuses from the second one on; in \`test\` it is noted alone, because recordings stand for people there.

The prints are sealed, and found by keyed hashes of their parts: those of pictures under the tenant's key, those of faces under a key of the
deployment. No answer says whose picture it was. What remains: who holds a frame and sends it in a capture of their own learns that some
tenant kept it within ${IMAGE_HASH_DAYS} days, and a search takes a little longer where much is alike. Both prints go when the person is erased.

## What is told of a capture

\`GET …/walletid/transactions/{transaction_id}/captures\` (scope \`captures:read\`) tells attempts, outcomes, checks, signs and kept frames by
hash. An image is only given to who says why, and each look stands in the [audit log](audit-log.md) before the image is sent. Operators
have \`titular captures list\` and \`titular captures export\`.

## What pages tell of their course

A page tells that something happened, by one of these names, with the family of its browser (${BROWSER_FAMILIES.map((family) => `\`${family}\``).join(', ')}),
and nothing else: ${PAGE_EVENTS.map((event) => `\`${event}\``).join(', ')}.

The service adds one to a sum for the company, the day (UTC), the event and the family; no row is kept of a session, a transaction or a
person, and of one session no more than ${MAX_EVENTS_OF_A_SESSION} events are counted. \`titular page-events list\` tells the sums: many \`camera_denied\` or
\`in_app_browser\` beside few \`attempt_started\` say where people are lost.
`;
