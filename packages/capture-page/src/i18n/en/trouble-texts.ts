/** Texts of a camera that cannot be used, and attempts that failed. */
export const troubleTexts = {
  deniedTitle: 'Please allow the camera',
  deniedText: 'Without the camera we cannot confirm that it is you. Here is how to allow it:',
  deniedIos:
    'In Safari, tap the icon next to the address, then “Website Settings”, and set Camera to “Allow”.',
  deniedIosSystem: 'If nothing changes, open the iPhone’s Settings, find your browser and turn on Camera.',
  deniedIosOther: 'Open the iPhone’s Settings, choose Apps and this browser, and turn on Camera.',
  deniedAndroid: 'Tap the icon next to the address, then “Permissions”, and turn on Camera.',
  deniedAndroidSystem: 'If nothing changes, open Settings, Apps, your browser, Permissions and allow Camera.',
  deniedSamsung: 'Tap the lock next to the address, then “Permissions”, and allow Camera.',
  deniedSafari: 'In the Safari menu, choose “Settings for This Website” and set Camera to “Allow”.',
  deniedFirefox: 'Click the crossed-out camera next to the address and remove the block.',
  deniedDesktop: 'Click the icon next to the address and set Camera to “Allow”.',
  deniedDesktopSystem: 'If nothing changes, check that your computer’s privacy settings allow the camera.',
  deniedThen: 'Then come back here and choose “Try again”.',
  blockedTitle: 'The camera cannot be opened here',
  blockedText:
    'This is not about you or your device: the site that shows this page does not let it use the camera. You can continue in a new tab.',
  missingTitle: 'We found no camera',
  missingText:
    'This device seems to have no camera, or it is turned off. Connect or turn on a camera and try again.',
  busyTitle: 'The camera is in use',
  busyText:
    'Another app or tab is using the camera. Close video calls and other tabs with a camera, then try again.',
  unpluggedTitle: 'The camera stopped',
  unpluggedText: 'The picture was interrupted. Check the camera’s connection and try again.',
  insecureTitle: 'The camera needs a secure page',
  insecureText:
    'Browsers only open the camera on secure addresses. Check that the address starts with “https://”.',
  unsupportedTitle: 'This browser cannot open the camera',
  unsupportedText: 'Update this browser, or ask for a new link and open it in your phone’s main browser.',
  blackTitle: 'The camera shows no picture',
  blackText:
    'Something may be covering the camera, or it is turned off. Uncover it, turn on a light and try again.',
  infraredTitle: 'This camera does not record colour',
  infraredText:
    'It is made for unlocking the computer and does not show your face well enough. Connect another camera, or continue on a phone.',
  inAppTitle: 'Open this page in your browser',
  inAppText:
    'You are inside another app that does not let the camera open. It works in your phone’s own browser.',
  inAppCopy: 'Choose “Get my link” and copy it.',
  inAppIos: 'Leave this app and open Safari, or the browser you prefer.',
  inAppAndroid: 'Choose “Open in browser”, or open your browser yourself.',
  inAppPaste: 'If it did not open automatically, paste the link into the address bar.',
  inAppNoLink: 'Ask for a new link and open it in your phone’s own browser.',
  linkOutMake: 'Get my link',
  linkOutLabel: 'Your link',
  linkOutCopied: 'The link is copied.',
  linkOutByHand: 'Touch the link to select it, then copy it.',
  linkOutCopy: 'Copy the link',
  linkOutFailed: 'We could not make a link just now. Please try again in a moment.',
  openTab: 'Open in a new tab',
  openBrowser: 'Open in browser',

  failedTitle: 'That did not work. Let’s try again',
  failedChallengeMissed:
    'We could not follow the movement, or saw another one first. Wait for what the screen asks, then move slowly until the ring advances.',
  failedDistanceMissed:
    'We could not follow the movement, or saw another one first. Wait for what the screen asks, then slowly move closer or further away until the ring advances.',
  failedNoFace: 'We could not see your face well. Find good light and keep your face in the oval.',
  failedSeveralFaces:
    'There was more than one face in the picture. Choose a place where only you can be seen, without people, posters or screens behind you.',
  failedTooDark:
    'It was too dark to see you well. Turn on a light in front of you or face a window, and make your screen brighter.',
  failedTooBright: 'The light was too strong to see you well. Move out of direct sun, or away from the lamp.',
  failedBlurred:
    'The picture was blurred. Wipe the camera, rest the device against something if you can, and move slowly.',
  failedTooSmall: 'You were a little too far from the camera. Move closer, until your face fills the oval.',
  failedTooClose:
    'You were a little too close to the camera. Move back, until your whole face fits in the oval.',
  failedOffCentre:
    'Your face was not in the middle. Hold the device straight in front of you and keep your face in the oval.',
  failedOccluded:
    'Part of your face was covered. Move hands and hair away, and take off a mask or dark glasses. A head covering can stay, as long as it leaves your face free.',
  failedNotLive:
    'We could not see clearly enough that this is a person and not a picture. Face the light, hold the device still at eye level, at arm’s length, and move only your head, not the device.',
  failedDistanceNotLive:
    'We could not see clearly enough that this is a person and not a picture. Face the light, slowly come as close as the oval asks, then move well back, with more than a plain wall behind you.',
  failedPersonChanged: 'Only you can be in the picture, from beginning to end. Make sure nobody else is.',
  failedTimeout:
    'The time for this step ran out. That is all right: under “I need another way to do this” you can ask for more time.',
  failedTimeoutUnhurried:
    'The time for this step ran out. That is all right: get comfortable first, and start when you are ready.',
  failedInterrupted: 'This attempt was interrupted. Nothing was lost. You can start again.',
  retryUntil: 'You can try again until {time}',
  retryAfter:
    'After that, the check ends without a confirmation, and {company} can tell you what to do next.',
  tryAgain: 'Try again',
};
