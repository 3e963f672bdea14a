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

Of every frame that passed a step a print is kept: 256 bits that say what the whole picture looks like. The same picture, also when it was
compressed again, scaled or made a little lighter, is known by it in every other transaction of the tenant for ${PRINT_DAYS} days. A picture that
was cropped by more than some pixels, mirrored or turned, and one that passed no step then, is not. Another take of the same person in the
same room is another picture; one in which nobody stirred may look much alike, which is why a likeness has to be found twice, with the head
turned. A person's retry within a transaction is never held against them. The print is sealed with the
tenant's key, and its parts are kept as keyed hashes; it goes when the person is erased.

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
