import type { pageTexts as original } from '../en/page-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of the page around every screen: its title, loading and faults. */
export const pageTexts: TextsLike<typeof original> = {
  documentTitle: 'Vérification d’identité',
  headerLabel: 'Vérification sécurisée',
  languageLabel: 'Langue',

  loadingTitle: 'Un instant…',
  loadingText: 'Nous ouvrons votre demande.',

  errorTitle: 'Un problème est survenu',
  errorText: 'Rien n’est perdu. Réessayez dans un instant.',
  offlineTitle: 'Vous semblez être hors connexion',
  offlineText: 'Rien n’est perdu. Nous reprendrons automatiquement dès le retour de la connexion.',
  retry: 'Réessayer',
  errorReference: 'Si cela se reproduit, indiquez cette référence : {reference}',
};
