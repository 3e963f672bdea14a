/** Texts of links that do not open. */
export const linkTexts = {
  linkUsedTitle: 'This link was already opened',
  linkUsedText:
    'For your security, a link from {company} opens once, in one browser. If that page is still open, go on there.',
  linkExpiredTitle: 'This link has expired',
  linkExpiredText: 'The time for this link from {company} is over.',
  linkReplacedTitle: 'There is a newer link',
  linkReplacedText: 'A newer link took the place of this one from {company}. Please open the latest one.',
  linkRequest: 'Send me a new link',
  linkRequestHelp: '{company} will be told that you need one.',
  linkRequested: '{company} was told ({time}) and can send you a new link. You can close this page.',
  linkOver: 'This request is over, so there is nothing left for you to do here.',
  linkUnknownTitle: 'We do not know this link',
  linkUnknownText:
    'It may be incomplete or too old. Check that the whole address was copied, or ask whoever sent it for a new one.',
};
