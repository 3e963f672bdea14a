import type { layoutTexts as original } from '../en/layout-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of how the page is laid out: folded points, the phone beside the consent, asking once more, more time, and signals of a step. */
export const layoutTexts: TextsLike<typeof original> = {
  loadingLate: 'C’est long ? Rechargez la page.',
  pointCapture: 'Des photos de votre visage',
  pointPurpose: 'Pour confirmer, contre la fraude',
  pointStorage: 'Conservées de façon chiffrée',
  pointShare: {
    transaction: 'Le résultat ; images si besoin',
    process: 'Résultat, images, usage d’une heure',
  },
  pointDevice: 'Un cookie identifie le navigateur',
  moreDetails: 'Plus de détails sur la demande',
  phonePanelTitle: 'Plus facile avec votre téléphone',
  phonePanelText:
    'Visez le code avec l’appareil photo du téléphone et continuez là-bas. Cette page suit l’avancement.',
  phonePanelButton: 'Afficher un code pour mon téléphone',
  phonePanelHere: 'Ou continuez ici, avec la caméra de cet appareil.',
  choiceDevice: 'Continuer sur un autre appareil',
  deviceTitle: 'Continuez sur un autre appareil',
  deviceText: 'Visez ce code avec la caméra de l’autre appareil, ou ouvrez-y le lien.',
  endTitle: 'Terminer définitivement cette demande ?',
  endText: 'Personne ne pourra l’annuler, ni vous ni nous.',
  endBack: 'Non, revenir',
  retryMore: 'J’ai besoin de plus de temps',
  retrySoon:
    'Il reste moins d’une minute pour réessayer. Si nécessaire, choisissez « J’ai besoin de plus de temps ».',
  retryNotTaken: 'Le service est injoignable et vous n’avez pas encore plus de temps. Réessayez.',
  retryLonger: 'Vous avez maintenant plus de temps.',
  signalSound: 'Un son discret après chaque étape',
  signalVibration: 'Une courte vibration après chaque étape',
  soundOn: 'Son : activé',
  soundOff: 'Son : désactivé',
  pictureIcon: 'L’icône à côté de l’adresse',
  pictureCamera: 'Caméra',
};
