/** Coded reasons of a decision; what each means stands in docs/decision.md. */
export const DECISION_REASON_CODES = [
  'live_elsewhere',
  'live',
  'moved_by_distance',
  'matches_reference',
  'enrolled',
  'reference_renewed',
  'enrolled_unproven',
  'distance_not_accepted',
  'challenge_incomplete',
  'person_changed',
  'face_differs',
  'face_of_another_identity',
  'stated_identity',
  'card_name_differs',
  'card_of_many_identities',
  'identity_of_many_cards',
  'face_of_many_identities',
  'device_of_many_identities',
  'no_reference',
  'reference_outdated',
  'gallery_full',
  'capture_outdated',
  'signs_refuse',
  'face_disputed',
  'enrolment_doubtful',
  'distance_enrols_nobody',
  'gallery_unsearched',
  'attempts_exhausted',
  'day_attempts_exhausted',
  'captures_erased',
  'retry_time_passed',
  'sandbox_scenario',
] as const;
/** A code of that list. */
export type DecisionReasonCode = (typeof DECISION_REASON_CODES)[number];

/** Coded signs of attacks (ISO/IEC 30107-1), which are reasons where they decide. */
export const ATTACK_SIGNAL_CODES = [
  'frames_seen_before',
  'frames_like_before',
  'frames_repeated',
  'screen_pattern',
  'virtual_camera',
  'wrong_turn',
  'another_person',
  'several_persons',
  'covered_face',
  'resembles_another',
  'not_a_page',
  'impossible_timing',
  'unusable_pictures',
  'too_many_frames',
  'frames_out_of_order',
  'frames_after_the_end',
  'foreign_frames',
  'still_picture',
  'flat_picture',
  'camera_ignores_settings',
  'camera_claims_settings',
  'no_fetch_metadata',
] as const;
/** A code of that list. */
export type AttackSignalCode = (typeof ATTACK_SIGNAL_CODES)[number];

/** Coded reasons of the checks at create. */
export const CREATE_REASON_CODES = [
  'no_reference',
  'identity_attempts_exceeded',
  'card_attempts_exceeded',
  'name_differs_from_known',
  'card_of_another_identity',
] as const;
/** A code of that list. */
export type CreateReasonCode = (typeof CREATE_REASON_CODES)[number];

/** Coded reasons that an operator's service for card evidence gives, at create or in a decision. */
export const CARD_REASON_CODES = [
  'card_confirmed',
  'card_inactive',
  'card_unconfirmed',
  'card_account_name_differs',
  'card_account_name_unconfirmed',
  'card_holder_differs',
  'card_holder_unconfirmed',
  'card_authentication_failed',
  'card_authentication_missing',
] as const;
/** A code of that list. */
export type CardReasonCode = (typeof CARD_REASON_CODES)[number];

/** Coded reasons of a cancellation. */
export const CANCEL_REASON_CODES = ['canceled_by_merchant', 'canceled_by_operator'] as const;
/** A code of that list. */
export type CancelReasonCode = (typeof CANCEL_REASON_CODES)[number];

/** Every coded reason that a history can have. */
export const REASON_CODES = [
  ...DECISION_REASON_CODES,
  ...ATTACK_SIGNAL_CODES,
  ...CREATE_REASON_CODES,
  ...CARD_REASON_CODES,
  ...CANCEL_REASON_CODES,
] as const;
/** A code of that list. */
export type ReasonCode = (typeof REASON_CODES)[number];
