import type { handOverTexts as original } from '../en/hand-over-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of passing the page on. */
export const handOverTexts: TextsLike<typeof original> = {
  phoneTitle: 'Continuez sur votre téléphone',
  phoneText: 'Visez ce code avec l’appareil photo du téléphone et ouvrez l’adresse qui s’affiche.',
  sendTitle: 'Envoyez le lien au titulaire de la carte',
  sendText:
    'Envoyez ce lien au titulaire de la carte et à personne d’autre. Le titulaire confirme sur son propre appareil.',
  qrLabel: 'Code QR contenant le lien',
  linkOnce: 'Le lien ne s’ouvre qu’une fois. Expiration : {time}',
  shareLink: 'Envoyer le lien',
  shareMessage: {
    transaction: '{company} vous demande de confirmer qu’une carte est la vôtre :',
    process: '{company} vous demande de confirmer que c’est bien vous :',
  },
  copyLink: 'Copier le lien',
  linkCopied: 'Copié',
  copyByHand: 'Copiez ce lien :',
  newLink: 'Créer un nouveau lien',
  noNewLink: 'Il n’est plus possible de créer de lien. Utilisez le dernier ou continuez ici.',
  stayHere: 'Continuer plutôt ici',
  stateSent: 'En attente de l’ouverture du lien. Vous pouvez suivre l’avancement sur cette page.',
  stateOpened: 'Le lien est ouvert sur l’autre appareil. Continuez là-bas.',
  stateOpenedByHolder: 'Le titulaire de la carte a ouvert le lien.',
  stateBusy: 'Les images sont en train d’être prises sur l’autre appareil.',
  stateExpired: 'Le lien n’a pas été ouvert à temps.',
};
