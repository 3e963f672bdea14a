/** Texts of the consent, the identity and the choices beside it. */
export const consentTexts = {
  consentTitle: 'Hello, {firstName}',
  consentTitleNameless: { transaction: 'Hello', process: 'A short check' },
  consentLead: '{company} asks you to confirm that this card is yours.',
  leadOnboarding: '{company} asks you to confirm that it is you, to complete your registration.',
  leadCredit: '{company} asks you to confirm that it is you, for your credit application.',
  leadCar: '{company} asks you to confirm that it is you, so that you can buy your car.',
  leadIdentity: '{company} wants to be sure that it is you, and not somebody using your name.',
  detailCompany: 'Requested by',
  detailPurpose: 'For',
  purposeOnboarding: 'Your registration',
  purposeCredit: 'Your credit application',
  purposeCar: 'Buying your car',
  purposeIdentity: 'Confirming your identity',
  detailOrder: 'Order',
  detailCard: 'Card',
  cardCredit: 'credit',
  cardDebit: 'debit',
  cardPrepaid: 'prepaid',
  anotherIdentity: 'The card is under another ID number',
  identityTitle: 'Which ID number is the card under?',
  identityText:
    'We will check that you are the person or company with this number. {company} will see that it changed, and its authorised staff can see the number. This only works if your face was confirmed with it before.',
  identityKind: 'Type of ID',
  identityValue: 'Number',
  identitySend: 'Use this number',
  identityInvalid: 'This number is not valid. Check the digits.',
  identityFixed: 'The ID number can no longer be changed here.',
  back: 'Back',
  choicesSummary: { transaction: 'Something else?', process: 'On another device' },
  choicesDeclined: { transaction: 'Or is it something else?', process: 'Or on another device?' },
  choiceUnknown: 'I do not recognise this purchase',
  choiceUnknownHelp: 'We will let {company} know, and this request ends.',
  choiceAbsent: 'The cardholder is not here',
  choiceAbsentHelp: 'This request ends without a check.',
  choiceCardholder: 'Send it to the cardholder',
  choiceCardholderHelp: 'They confirm on their own device.',
  choicePhone: 'Continue on a phone',
  choicePhoneHelp: 'Open it there with a code or a link.',
  unknownTitle: 'You do not recognise this purchase?',
  unknownWhich: 'It is order {order} from {company}, with the card {card}.',
  unknownEffect:
    'If you confirm, this request ends and we let {company} know that you do not recognise the purchase. This cannot be undone here.',
  unknownConfirm: 'Yes, I do not recognise it',
  absentTitle: 'Is the cardholder not here?',
  absentEffect:
    'If you confirm, this request ends and we let {company} know that the cardholder was not here. This cannot be undone here.',
  absentInstead: 'Can you reach them? You can send them a link instead.',
  absentConfirm: 'Yes, end this request',
  consentHow: 'What happens with your pictures',
  consentCapture:
    'The camera takes pictures of your face while you follow a few simple movements. It usually takes less than a minute.',
  consentPurpose: {
    transaction:
      'They serve one purpose: to confirm that the card belongs to you and to protect you against fraud. For this we also record whether they come directly from a camera.',
    process:
      'They serve one purpose: to confirm that it is you, for what is named above, and to protect you against fraud. For this we also record whether they come directly from a camera.',
  },
  consentStorage:
    'Pictures and biometric data of your face are stored encrypted and may be used to recognise you in a later check. To find repeated recordings, encrypted traces of them are compared across all companies that use this service.',
  consentShare: {
    transaction:
      '{company} receives the result. Its authorised staff and systems can view your pictures if there is a reason, such as a dispute. Each view is recorded.',
    process:
      '{company} receives the result. Its authorised staff and systems can view your pictures if there is a reason, such as a dispute. Each view is recorded. For one hour, {company} or another company in its group may also use your pictures to confirm payments of yours, without new ones.',
  },
  consentDevice:
    'A cookie with a random number identifies this browser for {device}. {company} counts by it how many identities use the browser, to protect against fraud. It is set when you agree and holds nothing else about you.',
  consentLegal:
    'By choosing “I agree” you consent to the use of your facial biometrics for this purpose. Nothing is captured before that.',
  consentLegalDevice:
    'By choosing “I agree” you consent to the use of your facial biometrics for this purpose, and to the cookie. Nothing is captured before that.',
  accept: 'I agree, continue',
  withdraw: 'I do not agree any more',
  decline: 'Not now',
};
