import type { endingTexts as original } from '../en/ending-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of waiting, results, and links and requests that are over. */
export const endingTexts: TextsLike<typeof original> = {
  waitingTitle: 'Vérification en cours',
  waitingText: 'Cela prend en général quelques secondes. Gardez cette page ouverte.',
  waitingLong:
    'Cela prend plus de temps que d’habitude. Vous pouvez fermer cette page : {company} recevra quand même le résultat.',
  waitingCheck: 'Vérifier maintenant',

  approvedTitle: 'C’est fait, merci !',
  approvedText: 'La vérification est terminée. {company} a reçu le résultat.',
  notApprovedTitle: 'Nous n’avons pas pu confirmer cette fois',
  notApprovedText:
    'Cela ne veut pas dire que vous avez fait une erreur. {company} peut vous indiquer la suite.',
  leaving: 'Nous vous ramenons chez {company}.',
  staying: 'Restez aussi longtemps que vous voulez. Pour revenir chez {company}, utilisez le bouton.',
  stayOnPage: 'Rester sur cette page',
  closePage: 'Vous pouvez fermer cette page.',
  closeAndGoBack: 'Vous pouvez fermer cette page et revenir à l’appareil où vous avez commencé.',
  closeHelped: 'C’est tout ce qu’il nous fallait. Vous pouvez fermer cette page.',
  leave: 'Quitter cette page',
  leaveTitle: 'Quitter la vérification ?',
  leaveText:
    'Rien n’est perdu : votre demande reste ouverte un moment, et vous pouvez revenir par où vous avez commencé.',
  leaveStay: 'Rester ici',
  leaveConfirm: 'Quitter',
  leaveClose: 'Fermer',
  continueTo: 'Revenir chez {company}',

  declinedTitle: 'Aucun problème',
  declinedText:
    'Rien n’a été enregistré. Votre demande reste ouverte un moment : vous pouvez revenir et accepter plus tard.',
  declinedElse: 'Si vous préférez une autre solution, contactez {company}.',
  changedMind: 'J’ai changé d’avis',

  linkInvalidTitle: 'Ce lien ne peut pas s’ouvrir ici',
  linkInvalidText:
    'Pour votre sécurité, chaque lien ne s’ouvre qu’une fois, pour une durée limitée et seulement dans le navigateur qui l’a ouvert en premier.',
  linkInvalidAgain: 'Si vous l’avez déjà ouvert, continuez là-bas.',
  linkInvalidWhat:
    'Sinon, revenez à la page, à l’application ou à la personne qui vous l’a envoyé et demandez un nouveau lien.',
  linkInvalidAsk: 'Sinon, demandez un nouveau lien à {company}.',
  noCookiesTitle: 'Ce navigateur bloque les cookies',
  noCookiesText:
    'Pour votre sécurité, cette vérification a besoin d’un cookie, et ce navigateur le bloque. Cela fonctionne dans un autre navigateur.',
  noCookiesUnused:
    'Pour votre sécurité, cette vérification a besoin d’un cookie, et ce navigateur le bloque. Cela fonctionne dans un autre navigateur : votre lien n’a pas encore servi.',
  noCookiesPaste: 'Ouvrez un autre navigateur et collez le lien dans la barre d’adresse.',
  noCookiesNewLink: 'Demandez un nouveau lien et ouvrez-le dans un autre navigateur.',
  noCookiesAllow:
    'Ou autorisez les cookies pour cette page dans les réglages de ce navigateur et choisissez « Réessayer ».',
  timeUpTitle: 'Cette page a expiré',
  timeUpText:
    'Rien n’est perdu. Pour votre sécurité, cette page reste ouverte pour une durée limitée. Vous pouvez continuer maintenant.',
  goOn: 'Continuer',
  expiredTitle: 'Cette demande a expiré',
  expiredText:
    'Vous n’avez plus rien à faire ici. Si vous avez encore besoin de la vérification, demandez un nouveau lien à {company}.',
  canceledTitle: {
    transaction: 'Cette demande a été annulée',
    process: 'Cette vérification n’a pas pu aboutir',
  },
  canceledText: {
    transaction: '{company} n’a plus besoin de cette vérification. Vous n’avez plus rien à faire ici.',
    process: 'Vous n’y êtes pour rien. {company} peut vous indiquer la suite.',
  },
  unknownEndedTitle: 'Merci de nous l’avoir signalé',
  unknownEndedText: 'Nous informerons {company} que vous ne reconnaissez pas cet achat.',
  unknownEndedCard:
    'Quelqu’un utilise peut-être votre carte. Bloquez-la dans l’application de votre banque ou appelez le numéro au dos, et vérifiez vos derniers achats.',
  absentEndedTitle: 'Merci de nous l’avoir signalé',
  absentEndedText:
    'Nous informerons {company} que le titulaire de la carte n’était pas là. La demande est terminée.',
  absentEndedNext: 'Pour recommencer plus tard avec le titulaire, demandez un nouveau lien à {company}.',
};
