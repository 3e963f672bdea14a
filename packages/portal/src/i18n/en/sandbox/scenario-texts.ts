/** What each scenario shows. */
export const scenarioTexts = {
  scenario_approved: 'The person is the one to whom the card belongs.',
  'scenario_approved-after-30-seconds': 'The person takes half a minute, and is approved.',
  'scenario_approved-after-90-seconds': 'The person takes a minute and a half, and is approved.',
  'scenario_has-identity-changed': 'The person is approved under another identity than the one sent.',
  'scenario_shared-then-approved': 'The person passes the link on to the cardholder, who is approved.',
  'scenario_processing-for-30-seconds': 'The selfie is taken at once, and the decision takes half a minute.',
  scenario_inconclusive: 'The face is not the one enrolled for the identity.',
  'scenario_inconclusive-after-30-seconds': 'The person takes half a minute, and is another one.',
  'scenario_inconclusive-after-90-seconds': 'The person takes a minute and a half, and is another one.',
  'scenario_inconclusive-no-reference': 'No face is enrolled for the identity, and no capture may enrol one.',
  'scenario_inconclusive-face-of-another': 'The face is enrolled for another identity.',
  scenario_expired: 'Nobody takes a selfie in time. The time is over at once.',
  'scenario_unknown-share': 'The person says that they do not know the purchase.',
  'scenario_absent-holder': 'The person says that the cardholder is not there.',
  scenario_canceled: 'Somebody of the merchant cancels the transaction.',
  'scenario_fast-inconclusive': 'The checks at create end it: there is no link.',
  'scenario_card-confirmed': 'The person is approved, and issuer or gateway confirm the card.',
  'scenario_card-inactive': 'The card is not active.',
  'scenario_card-unconfirmed': 'Nobody confirms that the card is active.',
  'scenario_card-account-name-differs': "The name is not that of the card's account.",
  'scenario_card-account-name-unconfirmed': 'Nobody confirms the name of the account.',
  'scenario_card-holder-differs': 'The card belongs to another identity.',
  'scenario_card-holder-unconfirmed': 'Nobody confirms whose the card is.',
  'scenario_card-authentication-failed': 'The authentication at the issuer fails.',
  'scenario_card-authentication-missing': 'There is no authentication at the issuer.',
  'scenario_inconclusive-card-name':
    'The name on the card differs from those known, and the company requires that they agree.',
  'scenario_approved-unproven':
    'The person is approved with the first face of the identity: nothing proves that it is theirs.',
  'scenario_inconclusive-many-identities': 'The card was used with more identities than the company allows.',
  'scenario_inconclusive-many-cards': 'The identity was used with more cards than the company allows.',
  'scenario_inconclusive-face-many-identities':
    'The face is that of more identities than the company allows.',
  'scenario_inconclusive-device-many-identities':
    'The device was used for more identities than the company allows.',
  'scenario_process-finished': 'The person is live, and the one with the identity.',
  'scenario_process-finished-after-30-seconds':
    'The person takes half a minute, and is the one with the identity.',
  'scenario_process-decided-after-30-seconds':
    'The selfie is taken at once, and the decision takes half a minute.',
  'scenario_process-finished-card-inconclusive':
    'The person is the one with the identity; a card that uses the process is inconclusive.',
  'scenario_process-invalid-identity': 'The person is live, and another one.',
  'scenario_process-inconclusive': 'The person is live, and there was no face to compare with.',
  'scenario_process-not-live': 'The pictures do not show a live person.',
  'scenario_process-expired': 'Nobody takes a selfie in time. The time is over at once.',
  'scenario_process-error': 'The process could not be carried out.',
  'scenario_process-too-dark-then-finished':
    'The first attempt is too dark. The second shows the person with the identity.',
  'scenario_process-attempts-exhausted': 'Every attempt fails, because no face is in sight. No more is left.',
  'scenario_webhook-late': 'The event of the approval is sent 60 seconds after it.',
  'scenario_webhook-twice': 'The event of the approval is sent twice, with the same webhook-id.',
  'scenario_webhook-out-of-order':
    'The approval is sent before "processing", which comes 60 seconds late. The endpoint has to name that status.',
  'scenario_webhook-old-secret':
    'The event is signed by an old secret. Refused, it is sent again, rightly signed.',
  'scenario_webhook-bad-signature':
    'The event has a wrong signature. Refused, it is sent again, rightly signed.',
};
