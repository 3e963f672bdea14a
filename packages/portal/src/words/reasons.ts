import { REASON_CODES, type ReasonCode } from '@titular/contract/reason-codes';
import type { NextStep } from '../i18n/en/cases/reason-sentence-texts.ts';

/** Whether a reason speaks for approval, against it, or only says how. */
type Weight = 'for' | 'against' | 'note';

/** What each reason speaks for, and what somebody can do after it. */
export const reasonFacts: Readonly<Record<ReasonCode, readonly [Weight, NextStep]>> = {
  live_elsewhere: ['for', 'nothing'],
  live: ['for', 'nothing'],
  moved_by_distance: ['note', 'nothing'],
  matches_reference: ['for', 'nothing'],
  enrolled: ['for', 'nothing'],
  reference_renewed: ['for', 'nothing'],
  enrolled_unproven: ['note', 'nothing'],
  distance_not_accepted: ['against', 'try_again'],
  challenge_incomplete: ['against', 'try_again'],
  person_changed: ['against', 'review'],
  face_differs: ['against', 'review'],
  face_of_another_identity: ['against', 'review'],
  stated_identity: ['note', 'nothing'],
  card_name_differs: ['against', 'compare_data'],
  card_of_many_identities: ['against', 'review'],
  identity_of_many_cards: ['against', 'review'],
  no_reference: ['against', 'other_means'],
  reference_outdated: ['against', 'operator'],
  gallery_full: ['against', 'operator'],
  capture_outdated: ['against', 'try_again'],
  signs_refuse: ['against', 'review'],
  face_disputed: ['against', 'operator'],
  enrolment_doubtful: ['against', 'review'],
  distance_enrols_nobody: ['against', 'try_again'],
  gallery_unsearched: ['against', 'operator'],
  attempts_exhausted: ['against', 'better_light'],
  day_attempts_exhausted: ['against', 'tomorrow'],
  captures_erased: ['against', 'try_again'],
  retry_time_passed: ['against', 'better_light'],
  sandbox_scenario: ['note', 'nothing'],
  frames_seen_before: ['against', 'review'],
  frames_like_before: ['against', 'review'],
  frames_repeated: ['against', 'review'],
  screen_pattern: ['against', 'review'],
  virtual_camera: ['against', 'review'],
  wrong_turn: ['against', 'review'],
  another_person: ['against', 'review'],
  several_persons: ['against', 'better_light'],
  covered_face: ['against', 'better_light'],
  resembles_another: ['against', 'review'],
  not_a_page: ['against', 'operator'],
  impossible_timing: ['against', 'review'],
  unusable_pictures: ['against', 'review'],
  too_many_frames: ['against', 'review'],
  frames_out_of_order: ['against', 'try_again'],
  frames_after_the_end: ['against', 'try_again'],
  foreign_frames: ['against', 'review'],
  still_picture: ['against', 'review'],
  flat_picture: ['against', 'review'],
  camera_ignores_settings: ['against', 'review'],
  camera_claims_settings: ['against', 'review'],
  no_fetch_metadata: ['against', 'review'],
  identity_attempts_exceeded: ['against', 'tomorrow'],
  card_attempts_exceeded: ['against', 'tomorrow'],
  name_differs_from_known: ['against', 'compare_data'],
  card_of_another_identity: ['against', 'other_means'],
  card_confirmed: ['note', 'nothing'],
  card_inactive: ['against', 'other_means'],
  card_unconfirmed: ['against', 'operator'],
  card_account_name_differs: ['against', 'compare_data'],
  card_account_name_unconfirmed: ['against', 'compare_data'],
  card_holder_differs: ['against', 'other_means'],
  card_holder_unconfirmed: ['against', 'operator'],
  card_authentication_failed: ['against', 'other_means'],
  card_authentication_missing: ['against', 'operator'],
  canceled_by_merchant: ['note', 'nothing'],
  canceled_by_operator: ['note', 'operator'],
};

/** Whether this page has words for a code; a newer release of the server may know more. */
export const isReasonCode = (code: string): code is ReasonCode =>
  (REASON_CODES as readonly string[]).includes(code);

const findWith = (reasons: readonly ReasonCode[], weight: Weight): ReasonCode | undefined =>
  weight === 'for'
    ? reasons.findLast((reason) => reasonFacts[reason][0] === weight)
    : reasons.find((reason) => reasonFacts[reason][0] === weight);

/** The one reason that answers why: of an approval the last that speaks for it, else the first that speaks against it. */
export function mainReason(codes: readonly string[], isApproved: boolean): ReasonCode | undefined {
  const reasons = codes.filter(isReasonCode);
  const found = isApproved
    ? findWith(reasons, 'for')
    : (findWith(reasons, 'against') ?? findWith(reasons, 'for'));
  return found ?? reasons[0];
}
