/**
 * Every text of the page in English; the other languages have exactly these keys and placeholders. What reads differently where no card is
 * asked about has two texts, one for each subject of a session.
 */
export const en = {
  documentTitle: 'Identity check',
  headerLabel: 'Secure check',
  languageLabel: 'Language',

  loadingTitle: 'One moment…',
  loadingText: 'We are opening your request.',

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

  phoneTitle: 'Continue on your phone',
  phoneText: 'Point the camera of your phone at this code and open the address that it shows.',
  sendTitle: 'Send it to the cardholder',
  sendText: 'Send this link to the cardholder and to nobody else. They confirm it on their own device.',
  qrLabel: 'QR code with the link',
  linkOnce: 'The link opens once, until {time}.',
  shareLink: 'Send the link',
  shareMessage: {
    transaction: '{company} asks you to confirm that a card is yours:',
    process: '{company} asks you to confirm that it is you:',
  },
  copyLink: 'Copy the link',
  linkCopied: 'Copied',
  copyByHand: 'Please copy this link:',
  newLink: 'Make a new link',
  noNewLink: 'No further link can be made. Use the last one, or do it here.',
  stayHere: 'Do it here instead',
  stateSent: 'Waiting for it to be opened. This page follows along.',
  stateOpened: 'It is open on the other device. Please go on there.',
  stateOpenedByHolder: 'The cardholder has opened the link.',
  stateBusy: 'The pictures are being taken on the other device.',
  stateExpired: 'The link was not opened in time.',

  primerTitle: 'Get ready for the camera',
  primerText: 'You will look ahead and turn your head, at your own pace.',
  primerTextDistance:
    'You will look ahead, come closer to the camera and move away from it, at your own pace. You can move the device instead.',
  tipLight: 'Find a place with light in front of you',
  tipFace: 'Take off dark glasses, cap or mask',
  tipHeight: 'Hold the device at eye level',
  waysSummary: 'I need it another way',
  wayDistance: 'I cannot turn my head',
  wayDistanceHelp: 'I will come nearer and move away instead.',
  wayUnhurried: 'I want more time for each step',
  wayUnhurriedHelp: 'Each step then waits longer for you.',
  primerPermission: 'Your browser may ask to use the camera. Choose “Allow”.',
  startCamera: 'Start camera',
  attemptsLeftOne: 'You have 1 attempt left.',
  attemptsLeftMany: 'You have {count} attempts.',

  cameraTitle: 'Follow the guidance with your face',
  cameraOpening: 'Opening the camera…',
  cameraOpeningText: 'If your browser asks, choose “Allow”.',
  cameraPreparing: 'Place your face in the oval',
  cameraPreview: 'Your camera picture, mirrored',
  stepProgress: 'Step {step} of {total}',
  stepDone: 'Great!',
  stop: 'Stop the camera',
  otherCamera: 'Other camera',
  cameraReturning: 'The camera stopped. Looking for it…',
  frameSending: 'Sending the picture. Your connection is slow.',
  connectionLost: 'Connection lost. Trying again…',
  connectionBack: 'The connection is back.',
  poseFront: 'Look straight ahead',
  poseLeft: 'Slowly turn your head to your left',
  poseRight: 'Slowly turn your head to your right',
  poseNearer: 'Slowly come nearer',
  poseFarther: 'Slowly move away',
  poseBack: 'Go back to where you began',
  hintNoFace: 'Place your face in the oval',
  hintSeveralFaces: 'Only one person in the picture, please',
  hintTooDark: 'It is dark. Find more light',
  hintCovered: 'Something covers the camera. Uncover it',
  hintTooBright: 'Too bright. Move away from strong light',
  hintBlurred: 'Hold still for a moment',
  hintTooSmall: 'Come a little closer',
  hintTooClose: 'Move back a little',
  hintOffCentre: 'Bring your face to the middle',
  hintOccluded: 'Show your whole face, please',
  hintPlainBackground: 'Let more than a plain wall be seen behind you',

  deniedTitle: 'The camera is not allowed yet',
  deniedText: 'Without the camera we cannot confirm that it is you. You can allow it like this:',
  deniedIos:
    'In Safari, tap the icon beside the address, then “Website Settings”, and set Camera to “Allow”.',
  deniedIosSystem: 'If nothing changes, open the iPhone’s Settings, find your browser and turn on Camera.',
  deniedIosOther: 'Open the iPhone’s Settings, choose Apps and this browser, and turn on Camera.',
  deniedAndroid: 'Tap the icon beside the address, then “Permissions”, and turn on Camera.',
  deniedAndroidSystem: 'If nothing changes, open Settings, Apps, your browser, Permissions and allow Camera.',
  deniedSamsung: 'Tap the lock beside the address, then “Permissions”, and allow Camera.',
  deniedSafari: 'In the menu Safari, choose “Settings for This Website” and set Camera to “Allow”.',
  deniedFirefox: 'Click the crossed-out camera beside the address and remove the block.',
  deniedDesktop: 'Click the icon beside the address and set Camera to “Allow”.',
  deniedDesktopSystem: 'If nothing changes, check that your computer’s privacy settings allow the camera.',
  deniedThen: 'Then come back here and choose “Try again”.',
  blockedTitle: 'The camera cannot be opened here',
  blockedText:
    'This is not about you or your device: the page around this one keeps the camera from it. You can go on in a tab of your own.',
  missingTitle: 'We found no camera',
  missingText:
    'This device seems to have no camera, or it is turned off. Connect or turn on a camera and try again.',
  busyTitle: 'The camera is in use',
  busyText:
    'Another app or tab is using the camera. Close video calls and other tabs with a camera, then try again.',
  unpluggedTitle: 'The camera stopped',
  unpluggedText: 'The picture ended in the middle. Check the camera’s connection and try again.',
  insecureTitle: 'The camera needs a secure page',
  insecureText:
    'Browsers only open the camera on secure addresses. Check that the address starts with “https://”.',
  unsupportedTitle: 'This browser cannot open the camera',
  unsupportedText: 'Update this browser, or ask for a new link and open it in your phone’s main browser.',
  blackTitle: 'The camera shows no picture',
  blackText:
    'Something seems to cover the camera, or it is turned off. Uncover it, turn on a light and try again.',
  infraredTitle: 'This camera sees no colours',
  infraredText:
    'It is made for unlocking the computer and does not show your face well enough. Connect another camera, or go on with a phone.',
  inAppTitle: 'Open this page in your browser',
  inAppText:
    'You are inside another app, and it does not let the camera open. In your phone’s own browser it works.',
  inAppCopy: 'Choose “Get my link” and copy it.',
  inAppIos: 'Leave this app and open Safari, or the browser you like.',
  inAppAndroid: 'Choose “Open in browser”, or open your browser yourself.',
  inAppPaste: 'If it did not open by itself, paste the link where the address goes.',
  inAppNoLink: 'Ask for a new link and open it in your phone’s own browser.',
  linkOutMake: 'Get my link',
  linkOutLabel: 'Your link',
  linkOutCopied: 'The link is copied.',
  linkOutByHand: 'Touch the link to select it, then copy it.',
  linkOutCopy: 'Copy the link',
  linkOutFailed: 'There is no link right now. Please try again in a moment.',
  openTab: 'Open in its own tab',
  openBrowser: 'Open in browser',

  failedTitle: 'That did not work yet',
  failedChallengeMissed: 'We could not follow the movement. Turn your head slowly, until the ring moves on.',
  failedDistanceMissed:
    'We could not follow the movement. Come nearer or move away slowly, until the ring moves on.',
  failedNoFace: 'We could not see your face well. Find good light and keep your face in the oval.',
  failedSeveralFaces:
    'There was more than one face in the picture. Choose a spot where only you can be seen, without people, posters or screens behind you.',
  failedTooDark:
    'It was too dark to see you well. Turn on a light in front of you or face a window, and make your screen brighter.',
  failedTooBright: 'The light was too strong to see you well. Step out of direct sun, or away from the lamp.',
  failedBlurred:
    'The picture was blurred. Wipe the camera, lean the device against something if you can, and move slowly.',
  failedTooSmall: 'You were a little too far from the camera. Come nearer, until your face fills the oval.',
  failedTooClose: 'You were a little too near the camera. Move away, until your whole face fits in the oval.',
  failedOffCentre:
    'Your face slipped out of the middle. Hold the device straight in front of you and keep your face in the oval.',
  failedOccluded:
    'Part of your face was covered. Take away hands, hair, mask or dark glasses. A head covering can stay, as long as your face is free.',
  failedTurnFlat:
    'We could not see the movement well enough. Hold the device still, and slowly turn only your head, in soft light without reflections.',
  failedDistanceFlat:
    'We could not see the movement well enough. Come slowly as near as the oval asks, then well away again, and let more than a plain wall be seen behind you.',
  failedPersonChanged:
    'We need the same single person from beginning to end. Make sure nobody else is in the picture.',
  failedTimeout:
    'The time for this step ran out. That is all right: under “I need it another way” you can ask for more time.',
  failedTimeoutUnhurried:
    'The time for this step ran out. That is all right: get comfortable first, and begin when you are ready.',
  failedInterrupted: 'This attempt was interrupted. Nothing was lost, you can start again.',
  retryUntil: 'Until {time} you can try again.',
  retryAfter: 'After that the check ends without a confirmation, and {company} can tell you how to go on.',
  tryAgain: 'Try again',

  waitingTitle: 'We are checking',
  waitingText: 'This usually takes a few seconds. Please keep this page open.',
  waitingLong:
    'This is taking longer than usual. You may close this page: {company} will get the result anyway.',
  waitingCheck: 'Check now',

  approvedTitle: 'All set, thank you!',
  approvedText: 'The check is complete. {company} has the result.',
  notApprovedTitle: 'We could not confirm it this time',
  notApprovedText: 'This does not mean that you did anything wrong. {company} can tell you what to do next.',
  leaving: 'We are taking you back to {company}.',
  staying: 'Stay as long as you like. To go back to {company}, press the button.',
  stayOnPage: 'Stay on this page',
  closePage: 'You can close this page.',
  closeAndGoBack: 'You can close this page and go back to the device where you began.',
  closeHelped: 'That was all we needed. You can close this page.',
  leave: 'Leave this page',
  leaveTitle: 'Leave the check?',
  leaveText:
    'Nothing is lost: your request stays open for a while, and you can come back from where you began.',
  leaveStay: 'Stay here',
  leaveConfirm: 'Leave',
  leaveClose: 'Close',
  continueTo: 'Continue to {company}',

  declinedTitle: 'That is fine',
  declinedText:
    'Nothing was captured. Your request stays open for a while: you can come back and accept later.',
  declinedElse: 'If you prefer another way, talk to {company}.',
  changedMind: 'I changed my mind',

  linkInvalidTitle: 'This link cannot be opened here',
  linkInvalidText:
    'For your security, each link opens once, for a limited time, and only in the browser that opened it first.',
  linkInvalidAgain: 'If you opened it before, please go on there.',
  linkInvalidWhat:
    'Otherwise go back to the page, the app or the person it came from and ask for a new link.',
  linkInvalidAsk: 'Otherwise ask {company} for a new link.',
  noCookiesTitle: 'This browser keeps no cookies',
  noCookiesText:
    'For your security, this check needs one cookie, and this browser does not keep it. In another browser it works.',
  noCookiesUnused:
    'For your security, this check needs one cookie, and this browser does not keep it. In another browser it works: your link was not used up.',
  noCookiesPaste: 'Open another browser and paste the link where the address goes.',
  noCookiesNewLink: 'Ask for a new link and open it in another browser.',
  noCookiesAllow: 'Or allow cookies for this page in the settings of this browser, and choose “Try again”.',
  timeUpTitle: 'Your time ran out',
  timeUpText:
    'For your security, this page stays open for a limited time. Nothing was lost, you can go on now.',
  goOn: 'Go on',
  expiredTitle: 'The time for this request is over',
  expiredText:
    'There is nothing left for you to do here. If you still need the check, ask {company} for a new link.',
  canceledTitle: {
    transaction: 'This request was withdrawn',
    process: 'This check could not be completed',
  },
  canceledText: {
    transaction: '{company} does not need this check any more. There is nothing left for you to do.',
    process: 'This is not because of you. {company} can tell you what to do next.',
  },
  unknownEndedTitle: 'Thank you for telling us',
  unknownEndedText: '{company} is told that you do not know this purchase.',
  unknownEndedCard:
    'Could somebody be using your card? Block it in your bank’s app or call the number on its back, and look through your latest purchases.',
  absentEndedTitle: 'Thank you, that is noted',
  absentEndedText: '{company} is told that the cardholder was not here. This request has ended.',
  absentEndedNext: 'To do it later with the cardholder, ask {company} for a new link.',

  errorTitle: 'Something went wrong',
  errorText: 'Nothing was lost. Please try again in a moment.',
  offlineTitle: 'You seem to be offline',
  offlineText: 'Nothing was lost. We go on by ourselves as soon as the connection is back.',
  retry: 'Try again',
};
