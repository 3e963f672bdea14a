/** Texts of waiting, results, and links and requests that are over. */
export const endingTexts = {
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
};
