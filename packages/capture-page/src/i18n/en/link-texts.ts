/** Texts of links that do not open. */
export const linkTexts = {
  linkUsedTitle: 'This link was already opened',
  linkUsedText:
    'For your security, a link from {company} opens only once, in one browser. If that page is still open, continue there.',
  linkExpiredTitle: 'This link has expired',
  linkExpiredText: 'This link from {company} is no longer valid.',
  linkReplacedTitle: 'There is a newer link',
  linkReplacedText: 'A newer link has replaced this one from {company}. Please open the latest one.',
  linkRequest: 'Send me a new link',
  linkRequestHelp: 'This records for {company} that you need one.',
  linkRequested:
    'Your request to {company} was recorded ({time}). {company} can send you a new link. You can close this page.',
  linkOver: 'This request has ended, so there is nothing left for you to do here.',
  linkUnknownTitle: 'We do not know this link',
  linkUnknownText:
    'It may be incomplete or too old. Check that the whole address was copied, or ask whoever sent it for a new one.',
};
