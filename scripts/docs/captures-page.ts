import { ATTEMPT_OUTCOMES, BROWSER_FAMILIES, OUTCOME_MEANINGS, PAGE_EVENTS } from '@titular/contract';
import {
  ATTEMPT_LIFETIME_SECONDS,
  LEAST_STEP_SECONDS,
  MAXIMUM_FRAMES,
  UNHURRIED_FACTOR,
} from '@titular/server/captures/challenge.ts';
import { MOST_EVENTS_OF_A_SESSION } from '@titular/server/captures/count-page-events.ts';
import { PRINT_DAYS } from '@titular/server/captures/seen-frames.ts';
import { settings } from '@titular/server/config.ts';

const fallbackOf = (variable: string): string =>
  settings.find((setting) => setting.variable === variable)?.fallback ?? '';

/** docs/captures.md: what happens between the consent and the decision. */
export const capturesPage = (): string => `# Captures

Generated from \`packages/server/src/captures\` by \`npm run generate\`.

A capture is the person's proof that they are there, alive, and one and the same. It happens on the page that the service hosts, in a page
session that only a one-time code opens, after the person has agreed. Pictures are judged one by one as they arrive; the
page is told what to do next, and never a score.

## The challenge

The server draws a challenge at random for each attempt: two or three movements, and before, between and after them the person faces the
camera. They turn the head to the left or the right; who cannot turn the head chooses on the page to come nearer and move away instead,
which gives as many different challenges. A frame passes a step when it shows the pose that is asked for, in good quality, and the face is
that of the attempt's first frame. Nobody reads an instruction and moves within ${LEAST_STEP_SECONDS} seconds: what shows a pose sooner does not pass, and leaves a
sign.

Each step has \`TITULAR_CHALLENGE_STEP_SECONDS\` (${fallbackOf('TITULAR_CHALLENGE_STEP_SECONDS')} by default), the attempt ${ATTEMPT_LIFETIME_SECONDS} seconds; who asks for more time on the page gets
${UNHURRIED_FACTOR} times both. Nothing on the page flashes. Frames are taken in their order, each once, at most ${MAXIMUM_FRAMES} of an attempt, at times that can be; the last
answer is given again when it was lost. A reload goes on with the attempt; another kind of challenge begins a new one.

In a challenge of distance the room behind the face has to stay while the face grows or shrinks: with a photograph or a screen that is moved,
all of the picture grows alike. Before a plain wall nobody can tell, and the person is asked to let more be seen. A photograph that is cut
out along the head and held before a room is not told from a person, so that this challenge is worth less than turning the head: a decision
by it says \`moved_by_distance\`, and it enrols nobody unless the company's setting \`distance-challenge\` is \`enrol\`.

A turn to the side that was not asked for ends the attempt in \`production\` (\`TITULAR_WRONG_TURNS\`), because a recording that shows both
sides again and again heeds no instruction; in \`test\` it is noted, because recordings stand for people there. Of all challenges such a
recording, begun anywhere, gets through less than a quarter at each attempt where wrong turns end it, and through all where they are noted.
What was recorded elsewhere, is played by a device that passes for a camera, and happens to turn the right way cannot be told from a person.

## Attempts

A transaction has \`TITULAR_MAXIMUM_ATTEMPTS\` (${fallbackOf('TITULAR_MAXIMUM_ATTEMPTS')} by default). After one that failed, the next has to begin within \`TITULAR_RETRY_SECONDS\`
(${fallbackOf('TITULAR_RETRY_SECONDS')} by default); then, or when none is left, the failure is final: \`inconclusive\`. An attempt that was left in the middle is no failure
until the person comes back, and counts as one then.

| Outcome | Meaning |
| --- | --- |
${ATTEMPT_OUTCOMES.map((outcome) => `| \`${outcome}\` | ${OUTCOME_MEANINGS[outcome]} |`).join('\n')}

## Pictures that come again

Two prints of 256 bits are kept of every frame that passed a step, for ${PRINT_DAYS} days. One says what the whole picture looks like; it is
compared within the tenant. The other says what the aligned face and its surroundings look like; it is compared over the whole deployment,
because a stolen recording is sent to a shop that never saw it. It outlives a crop of 10 %, a roll of 5 degrees, a mirror image, scaling,
compression and light, alone and together. A frame that passed no step is not known, and neither is one that was bent or repainted.

A certain match refuses alone. A likeness has to be found twice, with the head turned: who pays twice at one desk looks straight ahead
alike. Within a transaction only a turned head that comes again nearly exactly counts (\`frames_repeated\`), as a film in a loop does. It
bars enrolment, and refuses from the second one on; in \`test\` it is noted alone, because recordings stand for people there.

The prints are sealed, and found by keyed hashes of their parts: those of pictures under the tenant's key, those of faces under a key of the
deployment. No answer says whose picture it was. What remains: who holds a frame and sends it in a capture of their own learns that some
tenant kept it within ${PRINT_DAYS} days, and a search takes a little longer where much is alike. Both prints go when the person is erased.

## What is told of a capture

\`GET …/walletid/transactions/{transaction_id}/captures\` (scope \`captures:read\`) tells attempts, outcomes, checks, signs and kept frames by
hash. An image is only given to who says why, and each look stands in the [audit log](audit-log.md) before the image is sent. Operators
have \`titular captures list\` and \`titular captures export\`.

## What pages tell of their course

A page tells that something happened, by one of these names, with the family of its browser (${BROWSER_FAMILIES.map((family) => `\`${family}\``).join(', ')}),
and nothing else: ${PAGE_EVENTS.map((event) => `\`${event}\``).join(', ')}.

The service adds one to a sum for the company, the day (UTC), the event and the family; no row is kept of a session, a transaction or a
person, and of one session no more than ${MOST_EVENTS_OF_A_SESSION} events are counted. \`titular page-events list\` tells the sums: many \`camera_denied\` or
\`in_app_browser\` beside few \`attempt_started\` say where people are lost.
`;
