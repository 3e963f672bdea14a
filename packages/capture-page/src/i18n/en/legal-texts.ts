/** Texts of the purchase, and of who answers for the data, for how long, and where to turn to. */
export const legalTexts = {
  detailAmount: 'Amount',
  detailDate: 'Date',
  detailDomain: 'Website',
  legalController: '{controller} is responsible for your data.',
  legalKept:
    'Counted from the end of this request, its pictures are deleted after {pictures}, its other data after {person}. Traces of pictures are deleted after at most 90 days. A face kept to recognise you is deleted {face} after its last use. Data is kept longer only because of a dispute or a legal obligation.',
  legalWithdraw:
    'With “I do not agree any more” before the end, “Delete my data” at the end, or through {controller}, you can withdraw your consent at any time. This does not affect what was done before.',
  days: { one: '{count} day', other: '{count} days' },
  eraseOffer: 'Delete my data',
  legalPrivacy: 'Privacy notice',
  legalTerms: 'Terms',
  contactTitle: 'Contact {company}',
  contactUrl: 'Help page',
  newTab: '(opens in a new tab)',
};
