/** Every text of the page in English; the other languages have exactly these keys and placeholders. */
export const en = {
  documentTitle: 'Confirm your card',
  headerLabel: 'Secure check',
  languageLabel: 'Language',

  loadingTitle: 'One moment…',
  loadingText: 'We are opening your request.',

  consentTitle: 'Hello, {firstName}',
  consentTitleNameless: 'Hello',
  consentLead: '{company} asks you to confirm that this card is yours.',
  detailCompany: 'Asked by',
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
  consentHow: 'What happens with your picture',
  consentCapture:
    'The camera takes pictures of your face while you follow a few simple movements. It usually takes less than a minute.',
  consentPurpose:
    'They serve one purpose: to confirm that the card belongs to you and to protect you against fraud. For this we also note whether they come straight from a camera.',
  consentStorage:
    'Pictures and face measurements are stored encrypted and may be used to recognise you in a later check.',
  consentShare: 'The answer sent to {company} is the result of the check, not your pictures.',
  consentLegal:
    'By choosing “I agree” you consent to the use of your facial biometrics for this purpose. Nothing is captured before that.',
  accept: 'I agree, continue',
  decline: 'Not now',

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
  blockedTitle: 'The shop’s page does not let the camera open',
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
  inAppCopy: 'Choose “Get my link”. It is copied right away.',
  inAppIos: 'Leave this app and open Safari, or the browser you like.',
  inAppAndroid: 'Choose “Open in browser”, or open your browser yourself.',
  inAppPaste: 'If it did not open by itself, paste the link where the address goes.',
  inAppNoLink: 'Ask for a new link, hold your finger on it and choose to open it in the browser.',
  linkOutMake: 'Get my link',
  linkOutLabel: 'Your link, for a few minutes',
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
  closePage: 'You can close this page.',
  continueTo: 'Continue to {company}',

  declinedTitle: 'That is fine',
  declinedText:
    'Nothing was captured. Your request stays open for a while: you can come back and accept later.',
  declinedElse: 'If you prefer another way, talk to {company}.',
  changedMind: 'I changed my mind',

  linkInvalidTitle: 'This link is no longer valid',
  linkInvalidText: 'For your security, each link works only once and for a limited time.',
  linkInvalidWhat: 'Go back to the shop or app where you started and ask for a new link.',
  endedTitle: 'This request has ended',
  endedText:
    'There is nothing left for you to do here. If you still need the check, ask {company} for a new link.',

  errorTitle: 'Something went wrong',
  errorText: 'Nothing was lost. Please try again in a moment.',
  offlineTitle: 'You seem to be offline',
  offlineText: 'Nothing was lost. We go on by ourselves as soon as the connection is back.',
  retry: 'Try again',
};
