import type { ReasonCode } from '@titular/contract';

/** Each coded reason as one whole sentence, and what to do after it. */
export const reasonSentenceTexts = {
  why_live_elsewhere: 'The identity platform found a live person in front of the camera.',
  why_live: 'One person made the movements that were asked for, in order.',
  why_moved_by_distance:
    'The person came nearer, moved away and opened the mouth instead of turning the head.',
  why_matches_reference: 'The face is the one enrolled for this identity.',
  why_enrolled: 'No face was enrolled for this identity yet, so this selfie became the enrolled one.',
  why_reference_renewed: 'The enrolled face was too old to compare with, so this selfie took its place.',
  why_enrolled_unproven: 'Nothing but this selfie says that the enrolled face belongs to this identity.',
  why_distance_not_accepted:
    'The person came nearer and moved away, and the company does not accept such a selfie.',
  why_challenge_incomplete: 'One of the movements that were asked for is not on any picture.',
  why_person_changed: 'The pictures of one attempt show different faces.',
  why_face_differs: 'The face is not the one enrolled for this identity.',
  why_face_of_another_identity: 'The face is, beyond doubt, enrolled for another identity.',
  why_stated_identity:
    'The person said the card is theirs under another identity, and was compared with that one.',
  why_card_name_differs: 'The name on the card does not agree with those known for this identity.',
  why_card_of_many_identities: 'This card was used with more identities lately than the company allows.',
  why_identity_of_many_cards: 'This identity was used with more cards lately than the company allows.',
  why_face_of_many_identities:
    'Lately this face was, beyond doubt, that of more identities than the company allows.',
  why_device_of_many_identities: 'This device was used for more identities lately than the company allows.',
  why_no_reference: 'No face is enrolled for this identity, and this selfie may not become the first one.',
  why_reference_outdated: 'The enrolled face was measured by another engine version and cannot be compared.',
  why_gallery_full:
    'The organization has as many faces as the service can hold, so no further one is enrolled.',
  why_capture_outdated: 'The selfie was measured by another engine version and cannot be compared.',
  why_signs_refuse: 'The selfie shows signs of an attack, so it cannot be approved.',
  why_face_disputed:
    'The face enrolled for this identity is disputed, so nothing can be compared until that is settled.',
  why_enrolment_doubtful:
    'No face is enrolled for this identity, and a sign of an attack keeps this selfie from becoming it.',
  why_distance_enrols_nobody:
    'No face is enrolled for this identity, and a selfie by coming nearer does not enrol one here.',
  why_gallery_unsearched:
    'The organization has more faces than can be searched, so nobody looked for the face elsewhere.',
  why_attempts_exhausted: 'Every attempt at the selfie failed, and none is left.',
  why_day_attempts_exhausted: 'The identity had used up its attempts of that day.',
  why_captures_erased: 'The selfie of the earlier process was erased before it could be used.',
  why_retry_time_passed: 'An attempt failed, and the next one did not start in time.',
  why_sandbox_scenario: 'Nothing was decided: a scenario of the test environment led to this end.',
  why_frames_seen_before: 'A picture, or the face in it, was seen before in another transaction.',
  why_frames_like_before: 'A picture looks much like one of another transaction, as a copy does.',
  why_frames_repeated: 'The same picture of a turned head came twice, as in a film that runs in a loop.',
  why_screen_pattern: 'The face has the pattern of a filmed screen.',
  why_virtual_camera: 'The camera calls itself virtual, or delivers pictures as no camera does.',
  why_wrong_turn: 'A movement was made that nobody asked for, as a recording does.',
  why_another_person: 'Another person took over during an attempt.',
  why_several_persons: 'An attempt failed because more than one face was in front of the camera.',
  why_covered_face: 'Something seems to lie over mouth or eyes.',
  why_resembles_another: 'The face is as close to another enrolled one as two pictures of one person are.',
  why_not_a_page: 'Pictures came without what the page sends along with them.',
  why_impossible_timing: 'Pictures were taken at times that cannot be, or sooner than anybody can move.',
  why_unusable_pictures: 'What came were not pictures of a camera.',
  why_too_many_frames: 'More pictures came than the page can take in that time.',
  why_frames_out_of_order: 'Pictures came out of order, as two open tabs do now and then.',
  why_frames_after_the_end: 'Pictures came after the end of their attempt.',
  why_foreign_frames: 'Pictures came for an attempt of another page.',
  why_still_picture: 'Nothing moved in front of the camera, as with a photograph.',
  why_flat_picture: 'What moved was flat or bent like a sheet, and no solid head.',
  why_camera_ignores_settings:
    'The camera did not follow when the page asked for another size, rate or zoom.',
  why_camera_claims_settings: 'The camera claimed a size, rate or zoom that its pictures did not show.',
  why_no_fetch_metadata: 'The browser did not say where its calls came from: it is an old one, or none.',
  why_identity_attempts_exceeded:
    'This identity already had as many transactions in 24 hours as the company allows.',
  why_card_attempts_exceeded: 'This card already had as many transactions in 24 hours as the company allows.',
  why_name_differs_from_known: 'The name on the card shares no word with the one known for this identity.',
  why_card_of_another_identity: 'This card was recently approved for another identity.',
  why_card_confirmed: 'Issuer or gateway confirmed everything about the card that the company asks for.',
  why_card_inactive: 'Issuer or gateway say that the card is not active.',
  why_card_unconfirmed: 'The company requires an active card, and nobody confirmed that it is one.',
  why_card_account_name_differs: "Issuer or gateway say that the name is not that of the card's account.",
  why_card_account_name_unconfirmed:
    "The company requires the name of the card's account, and nobody confirmed it as a whole.",
  why_card_holder_differs: 'Issuer or gateway say that the card belongs to another identity.',
  why_card_holder_unconfirmed:
    'The company requires a card of this identity, and nobody confirmed that it is one.',
  why_card_authentication_failed: 'The authentication at the issuer failed.',
  why_card_authentication_missing:
    'The company requires an authentication at the issuer, and nobody confirmed one.',
  why_canceled_by_merchant: 'Your side canceled it while it waited for the person.',
  why_canceled_by_operator: 'Whoever runs the service canceled it while it waited for the person.',
  next_nothing: 'Nothing to do.',
  next_try_again: 'If the customer wants to try again, create a new transaction.',
  next_better_light: 'Ask the customer for a calm, well-lit place, then create a new transaction.',
  next_other_means: 'Offer another card or way to pay: another try will hardly end differently.',
  next_review: 'Let a reviewer look at the pictures before you decide about the order.',
  next_tomorrow: 'Try again tomorrow, or offer another way to pay.',
  next_compare_data: 'Compare name, identity and card with the order before you create a new transaction.',
  next_operator: 'Tell whoever runs the service: the customer can do nothing about it.',
} as const satisfies Record<`why_${ReasonCode}` | `next_${NextStep}`, string>;

/** What somebody can do after a reason. */
export type NextStep =
  | 'nothing'
  | 'try_again'
  | 'better_light'
  | 'other_means'
  | 'review'
  | 'tomorrow'
  | 'compare_data'
  | 'operator';
