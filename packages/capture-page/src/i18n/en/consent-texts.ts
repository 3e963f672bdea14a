/** Texts of the consent, the identity and the choices beside it. */
export const consentTexts = {
  consentTitle: 'Hello, {firstName}',
  consentTitleNameless: { transaction: 'Hello', process: 'A short check' },
  consentLead: '{company} asks you to confirm that this card is yours.',
  leadOnboarding: '{company} asks you to confirm that it is you, to complete your registration.',
  leadCredit: '{company} asks you to confirm that it is you, for your credit application.',
  leadCar: '{company} asks you to confirm that it is you, so that you can buy your car.',
  leadIdentity: '{company} wants to be sure that it is you, and not somebody in your name.',
  detailCompany: 'Asked by',
  detailPurpose: 'For',
  purposeOnboarding: 'Your registration',
  purposeCredit: 'Your credit application',
  purposeCar: 'Buying your car',
  purposeIdentity: 'Confirming your identity',
  detailOrder: 'Order',
  detailCard: 'Card',
  detailIdentity: 'Identity',
  anotherIdentity: 'The card is mine under another identity',
  identityTitle: 'Under which identity is the card yours?',
  identityText:
    'We will verify you as this person or firm. {company} will see that the identity changed, not what you type here. This works when your face was verified under it before.',
  identityKind: 'Kind of identity',
  identityValue: 'Number',
  identitySend: 'Use this identity',
  identityInvalid: 'This number is not valid. Check the digits.',
  identityFixed: 'The identity can no longer be changed here.',
  back: 'Back',
  choicesSummary: { transaction: 'It is something else', process: 'On another device' },
  choicesDeclined: { transaction: 'Or is it something else?', process: 'Or on another device?' },
  choiceUnknown: 'I do not know this purchase',
  choiceUnknownHelp: '{company} is told, and this request ends.',
  choiceAbsent: 'The cardholder is not here',
  choiceAbsentHelp: 'This request ends without a check.',
  choiceCardholder: 'Send it to the cardholder',
  choiceCardholderHelp: 'They confirm it on their own device.',
  choicePhone: 'Continue on a phone',
  choicePhoneHelp: 'Open it there with a code or a link.',
  unknownTitle: 'You do not know this purchase?',
  unknownWhich: 'It is order {order} at {company}, with the card {card}.',
  unknownEffect:
    'If you confirm, this request ends and {company} is told that you do not know the purchase. This cannot be taken back here.',
  unknownConfirm: 'Yes, I do not know it',
  absentTitle: 'Is the cardholder not here?',
  absentEffect:
    'If you confirm, this request ends and {company} is told that the cardholder was not here. This cannot be taken back here.',
  absentInstead: 'Can you reach them? Then you can send them a link instead.',
  absentConfirm: 'Yes, end this request',
  consentHow: 'What happens with your picture',
  consentCapture:
    'The camera takes pictures of your face while you follow a few simple movements. It usually takes less than a minute.',
  consentPurpose: {
    transaction:
      'They serve one purpose: to confirm that the card belongs to you and to protect you against fraud. For this we also note whether they come straight from a camera.',
    process:
      'They serve one purpose: to confirm that it is you, for what is named above, and to protect you against fraud. For this we also note whether they come straight from a camera.',
  },
  consentStorage:
    'Pictures and face measurements are stored encrypted and may be used to recognise you in a later check.',
  consentShare: {
    transaction: 'The answer sent to {company} is the result of the check, not your pictures.',
    process:
      'The answer sent to {company} is the result of the check, not your pictures. For one hour {company}, or another business of its group, may also have payments of yours confirmed with them, without new pictures.',
  },
  consentLegal:
    'By choosing “I agree” you consent to the use of your facial biometrics for this purpose. Nothing is captured before that.',
  accept: 'I agree, continue',
  decline: 'Not now',
};
