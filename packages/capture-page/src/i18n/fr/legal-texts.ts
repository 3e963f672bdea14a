import type { legalTexts as original } from '../en/legal-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of the purchase, and of who answers for the data, for how long, and where to turn to. */
export const legalTexts: TextsLike<typeof original> = {
  detailAmount: 'Montant',
  detailDate: 'Date',
  detailDomain: 'Site',
  legalController: '{controller} est responsable de vos données.',
  legalKept:
    'À compter de la fin de cette demande, les photos sont supprimées après {pictures}, les autres données après {person}. Les empreintes des images sont supprimées après 90 jours au plus. Un visage conservé pour vous reconnaître est supprimé {face} après sa dernière utilisation. Seul un litige ou une obligation légale prolonge cette durée.',
  legalWithdraw:
    'Avec « Je n’accepte plus » avant la fin, « Supprimer mes données » à la fin, ou auprès de {controller}, vous pouvez retirer votre consentement à tout moment. Cela ne remet pas en cause ce qui a été fait avant.',
  days: { one: '{count} jour', other: '{count} jours' },
  eraseOffer: 'Supprimer mes données',
  legalPrivacy: 'Politique de confidentialité',
  legalTerms: 'Conditions générales',
  contactTitle: 'Contact : {company}',
  contactUrl: 'Page d’aide',
  newTab: '(s’ouvre dans un nouvel onglet)',
};
