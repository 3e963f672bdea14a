import { type CaptureCheck, CHECKS, type CheckName, type CheckResult } from '@titular/contract';
import type { decisionReasons } from './decision.ts';

type Results = Readonly<Partial<Record<CheckName, CheckResult>>>;

/** What each reason of a decision says of the checks; whoever adds a reason says it here. */
const SAID_BY: Readonly<Record<keyof typeof decisionReasons, Results>> = {
  // What a decision that came this far has to say against the others stands in its further reasons.
  live: {
    challenge: 'passed',
    one_person: 'passed',
    comparison: 'impossible',
    other_identities: 'passed',
  },
  live_elsewhere: { comparison: 'impossible', other_identities: 'passed' },
  captures_erased: {},
  matches_reference: { comparison: 'passed' },
  enrolled: { comparison: 'impossible' },
  distance_not_accepted: { challenge: 'passed', one_person: 'passed' },
  challenge_incomplete: { challenge: 'failed' },
  person_changed: { challenge: 'passed', one_person: 'failed' },
  face_differs: { comparison: 'failed' },
  face_of_another_identity: { other_identities: 'found' },
  stated_identity: {},
  no_reference: { comparison: 'impossible' },
  reference_outdated: { comparison: 'impossible' },
  capture_outdated: { comparison: 'impossible', other_identities: 'impossible' },
  moved_by_distance: {},
  signs_refuse: { challenge: 'passed', one_person: 'passed' },
  face_disputed: { comparison: 'impossible' },
  enrolment_doubtful: { comparison: 'impossible' },
  distance_enrols_nobody: { comparison: 'impossible' },
  gallery_unsearched: { other_identities: 'impossible' },
  attempts_exhausted: { challenge: 'failed' },
  reference_renewed: { comparison: 'impossible' },
  enrolled_unproven: { comparison: 'impossible' },
  gallery_full: { comparison: 'impossible' },
  day_attempts_exhausted: {},
  retry_time_passed: { challenge: 'failed' },
  sandbox_scenario: {},
};

const saidBy = (reason: string): Results =>
  Object.hasOwn(SAID_BY, reason) ? SAID_BY[reason as keyof typeof SAID_BY] : {};

const ofSignals = (signs: readonly string[] | undefined): Results =>
  signs === undefined ? {} : { signs: signs.length > 0 ? 'found' : 'passed' };

/** The reason from which the result of a check follows: the last that says something of it. */
export const reasonAbout = (check: CheckName, reasons: readonly string[]): string | undefined =>
  reasons.findLast((reason) => saidBy(reason)[check] !== undefined);

/** Every check of a decision with its result, from its reasons alone, in their order; `signs` are those that were seen, undefined where nobody looked for any. */
export function listChecks(decided: {
  reasons: readonly string[];
  signs?: readonly string[] | undefined;
}): CaptureCheck[] {
  const results: Results = Object.assign({}, ...decided.reasons.map(saidBy), ofSignals(decided.signs));
  return CHECKS.map((check) => ({ check, result: results[check] ?? 'not_done' }));
}
