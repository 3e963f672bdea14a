/** Texts of waiting, results, and links and requests that are over. */
export const endingTexts = {
  waitingTitle: 'We are checking',
  waitingText: 'This usually takes a few seconds. Please keep this page open.',
  waitingLong:
    'This is taking longer than usual. You can close this page: {company} will get the result anyway.',
  waitingCheck: 'Check now',

  approvedTitle: 'All set, thank you!',
  approvedText: 'The check is complete. {company} has the result.',
  notApprovedTitle: 'We could not confirm it this time',
  notApprovedText: 'This does not mean that you did anything wrong. {company} can tell you what to do next.',
  leaving: 'We are taking you back to {company}.',
  staying: 'Stay as long as you like. To go back to {company}, use the button.',
  stayOnPage: 'Stay on this page',
  closePage: 'You can close this page.',
  closeAndGoBack: 'You can close this page and go back to the device where you started.',
  closeHelped: 'That was all we needed. You can close this page.',
  leave: 'Leave this page',
  leaveTitle: 'Leave the check?',
  leaveText:
    'Nothing is lost: your request stays open for a while, and you can come back from where you started.',
  leaveStay: 'Stay here',
  leaveConfirm: 'Leave',
  leaveClose: 'Close',
  continueTo: 'Back to {company}',

  declinedTitle: 'No problem',
  declinedText:
    'Nothing was captured. Your request stays open for a while: you can come back and accept later.',
  declinedElse: 'If you prefer another way, contact {company}.',
  changedMind: 'I changed my mind',

  linkInvalidTitle: 'This link cannot be opened here',
  linkInvalidText:
    'For your security, each link opens once, for a limited time, and only in the browser that opened it first.',
  linkInvalidAgain: 'If you opened it before, please continue there.',
  linkInvalidWhat: 'Otherwise, go back to the page, app or person that sent it and ask for a new link.',
  linkInvalidAsk: 'Otherwise, ask {company} for a new link.',
  noCookiesTitle: 'This browser is blocking cookies',
  noCookiesText:
    'For your security, this check needs one cookie, and this browser is blocking it. It works in another browser.',
  noCookiesUnused:
    'For your security, this check needs one cookie, and this browser is blocking it. It works in another browser: your link has not been used yet.',
  noCookiesPaste: 'Open another browser and paste the link into the address bar.',
  noCookiesNewLink: 'Ask for a new link and open it in another browser.',
  noCookiesAllow: 'Or allow cookies for this page in the settings of this browser, and choose “Try again”.',
  timeUpTitle: 'This page has expired',
  timeUpText:
    'Nothing was lost. For your security, this page stays open for a limited time. You can continue now.',
  goOn: 'Continue',
  expiredTitle: 'This request has expired',
  expiredText:
    'You do not need to do anything else here. If you still need the check, ask {company} for a new link.',
  canceledTitle: {
    transaction: 'This request was cancelled',
    process: 'This check could not be completed',
  },
  canceledText: {
    transaction: '{company} no longer needs this check. You do not need to do anything else.',
    process: 'This is not because of anything you did. {company} can tell you what to do next.',
  },
  unknownEndedTitle: 'Thank you for letting us know',
  unknownEndedText: 'We will let {company} know that you do not recognise this purchase.',
  unknownEndedCard:
    'Could somebody be using your card? Block it in your bank’s app or call the number on the back of the card, and check your latest purchases.',
  absentEndedTitle: 'Thank you for letting us know',
  absentEndedText: 'We will let {company} know that the cardholder was not here. This request has ended.',
  absentEndedNext: 'To do it later with the cardholder, ask {company} for a new link.',
};
