import { ATTEMPT_OUTCOMES, type AttemptOutcome, attemptEvent, OUTCOME_MEANINGS } from '@titular/contract';
import { APPROVED, endsAs, type ScenarioRow, step } from './scenario.ts';

/** Seconds from one attempt to the next, and from the last to the decision. */
const PAUSE_SECONDS = 2;

/** Attempts that a transaction has in the sandbox, whatever the deployment allows cameras. */
export const SANDBOX_ATTEMPTS = 3;

const failed = ATTEMPT_OUTCOMES.filter((outcome) => outcome !== 'completed');
const wordOf = (outcome: AttemptOutcome): string => outcome.replaceAll('_', '-');

const onceThenApproved = (outcome: AttemptOutcome): ScenarioRow => ({
  kind: 'captures',
  name: `${wordOf(outcome)}-then-approved`,
  meaning: `The first attempt fails (${wordOf(outcome)}): ${OUTCOME_MEANINGS[outcome].replace(/\.$/, '')}. The second is approved.`,
  steps: [
    step(attemptEvent(outcome)),
    step('attempt-completed', PAUSE_SECONDS),
    step('approve', 2 * PAUSE_SECONDS),
  ],
  leadsTo: APPROVED,
});

const always = (outcome: AttemptOutcome): ScenarioRow => ({
  kind: 'captures',
  name: `three-times-${wordOf(outcome)}`,
  meaning: `Every attempt fails (${wordOf(outcome)}), and no more is left.`,
  steps: Array.from({ length: SANDBOX_ATTEMPTS }, (_, index) =>
    step(attemptEvent(outcome), index * PAUSE_SECONDS),
  ),
  reasons: ['attempts_exhausted'],
  leadsTo: endsAs('inconclusive'),
});

/** Every outcome of an attempt, once before an approval; and some until no attempt is left. An outcome that joins the list before others moves their identities: the catalogue of a release tells its own. */
export const captures: readonly ScenarioRow[] = [
  ...(['too_dark', 'no_face', 'challenge_missed'] as const).map(always),
  ...failed.map(onceThenApproved),
];
