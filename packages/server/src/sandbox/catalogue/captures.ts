import { ATTEMPT_OUTCOMES, type AttemptOutcome, attemptEvent, OUTCOME_MEANINGS } from '@titular/contract';
import { APPROVED, endsAs, type ScenarioRow, step } from './scenario.ts';

/** Seconds from one attempt to the next, and from the last to the decision. */
const PAUSE_SECONDS = 2;

/** Attempts that a transaction has in the sandbox, whatever the deployment allows cameras. */
export const SANDBOX_ATTEMPTS = 3;

type Failed = Exclude<AttemptOutcome, 'completed'>;

/** Numbers of the identities, which stay when an outcome joins the list. */
const NUMBERS: Readonly<Record<Failed, number>> = {
  challenge_missed: 104,
  no_face: 105,
  several_faces: 106,
  too_dark: 107,
  too_bright: 108,
  blurred: 109,
  too_small: 110,
  too_close: 111,
  off_centre: 112,
  occluded: 113,
  person_changed: 114,
  not_live: 115,
  timeout: 116,
};

const isFailed = (outcome: AttemptOutcome): outcome is Failed => outcome !== 'completed';
const wordOf = (outcome: AttemptOutcome): string => outcome.replaceAll('_', '-');

const onceThenApproved = (outcome: Failed): ScenarioRow => ({
  kind: 'captures',
  number: NUMBERS[outcome],
  name: `${wordOf(outcome)}-then-approved`,
  meaning: `The first attempt fails (${wordOf(outcome)}): ${OUTCOME_MEANINGS[outcome].replace(/\.$/, '')}. The second is approved.`,
  steps: [
    step(attemptEvent(outcome)),
    step('attempt-completed', PAUSE_SECONDS),
    step('approve', 2 * PAUSE_SECONDS),
  ],
  leadsTo: APPROVED,
});

const always = ([outcome, number]: readonly [Failed, number]): ScenarioRow => ({
  kind: 'captures',
  number,
  name: `three-times-${wordOf(outcome)}`,
  meaning: `Every attempt fails (${wordOf(outcome)}), and no more is left.`,
  steps: Array.from({ length: SANDBOX_ATTEMPTS }, (_, index) =>
    step(attemptEvent(outcome), index * PAUSE_SECONDS),
  ),
  reasons: ['attempts_exhausted'],
  leadsTo: endsAs('inconclusive'),
});

/** Every outcome of an attempt, once before an approval; and some until no attempt is left. */
export const captures: readonly ScenarioRow[] = [
  ...(
    [
      ['too_dark', 101],
      ['no_face', 102],
      ['challenge_missed', 103],
    ] as const
  ).map(always),
  ...ATTEMPT_OUTCOMES.filter(isFailed).map(onceThenApproved),
];
