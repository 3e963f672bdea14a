import {
  type CaptureCheck,
  type CardNameResult,
  CHECKS,
  type CheckName,
  type CheckResult,
} from '@titular/contract';
import type { CardReason } from './card-evidence.ts';
import type { decisionReasons } from './decision.ts';

type Results = Readonly<Partial<Record<CheckName, CheckResult>>>;

/** What each reason of a decision says of the checks; whoever adds a reason says it here. */
const SAID_BY: Readonly<Record<keyof typeof decisionReasons | CardReason, Results>> = {
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
  card_name_differs: { card_name: 'no_match' },
  card_of_many_identities: { links: 'found' },
  identity_of_many_cards: { links: 'found' },
  face_of_many_identities: { links: 'found' },
  device_of_many_identities: { links: 'found' },
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
  card_confirmed: { card_evidence: 'passed' },
  card_inactive: { card_evidence: 'failed' },
  card_unconfirmed: { card_evidence: 'impossible' },
  card_account_name_differs: { card_evidence: 'failed' },
  card_account_name_unconfirmed: { card_evidence: 'impossible' },
  card_holder_differs: { card_evidence: 'failed' },
  card_holder_unconfirmed: { card_evidence: 'impossible' },
  card_authentication_failed: { card_evidence: 'failed' },
  card_authentication_missing: { card_evidence: 'impossible' },
};

const saidBy = (reason: string): Results =>
  Object.hasOwn(SAID_BY, reason) ? SAID_BY[reason as keyof typeof SAID_BY] : {};

const ofSignals = (signs: readonly string[] | undefined): Results =>
  signs === undefined ? {} : { signs: signs.length > 0 ? 'found' : 'passed' };

const ofCardName = (result: CardNameResult | undefined): Results =>
  result === undefined ? {} : { card_name: result };

const ofCard = (result: CheckResult | undefined): Results =>
  result === undefined ? {} : { card_evidence: result };

const ofLinks = (links: readonly string[] | undefined): Results =>
  links === undefined ? {} : { links: links.length > 0 ? 'found' : 'passed' };

/** The reason from which the result of a check follows: the last that says something of it. */
export const reasonAbout = (check: CheckName, reasons: readonly string[]): string | undefined =>
  reasons.findLast((reason) => saidBy(reason)[check] !== undefined);

/**
 * Lists every check of a decision with its result, in the order of the checks. What is undefined, nobody looked for: `signs` and `links` that
 * were found, and the results of `cardName` and of card evidence, `card`.
 */
export function listChecks(decided: {
  reasons: readonly string[];
  signs?: readonly string[] | undefined;
  cardName?: CardNameResult | undefined;
  card?: CheckResult | undefined;
  links?: readonly string[] | undefined;
}): CaptureCheck[] {
  const results: Results = Object.assign(
    {},
    ...decided.reasons.map(saidBy),
    ofCardName(decided.cardName),
    ofLinks(decided.links),
    ofCard(decided.card),
    ofSignals(decided.signs),
  );
  return CHECKS.map((check) => ({ check, result: results[check] ?? 'not_done' }));
}
