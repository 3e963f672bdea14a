/** Texts of the page around every screen: its title, loading and faults. */
export const pageTexts = {
  documentTitle: 'Identity check',
  headerLabel: 'Secure check',
  languageLabel: 'Language',

  loadingTitle: 'One moment…',
  loadingText: 'We are opening your request.',

  errorTitle: 'Something went wrong',
  errorText: 'Nothing was lost. Please try again in a moment.',
  offlineTitle: 'You seem to be offline',
  offlineText: 'Nothing was lost. We will carry on as soon as you are back online.',
  retry: 'Try again',
  errorReference: 'If it happens again, give this reference: {reference}',
};
