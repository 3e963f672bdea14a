import type { afterwardsTexts as original } from '../en/afterwards-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts after a check that failed, and of the wish to have data deleted. */
export const afterwardsTexts: TextsLike<typeof original> = {
  reasonMovement: 'La caméra n’a pas pu suivre les mouvements.',
  reasonFace: 'Votre visage n’était pas assez visible.',
  reasonLight: 'La lumière ne convenait pas à la caméra.',
  reasonOthers: 'Il y avait plus d’un visage, ou le visage a changé.',
  reasonUnclear: 'Les photos n’étaient pas assez nettes pour en être certain.',
  reasonTime: 'Le temps d’une étape est écoulé.',
  notApprovedOrder: {
    transaction:
      'La commande {order} n’est pas confirmée par cette vérification. Rien n’a été débité ni annulé ici : {company} décide de la suite de la commande.',
    process: 'Votre demande n’est pas confirmée par cette vérification. {company} décide de la suite.',
  },
  notApprovedWays:
    '{company} peut vous proposer un nouvel essai avec un nouveau lien, ou une autre façon de confirmer.',
  againMovement:
    'Le mouvement n’a pas été vu cette fois encore. Asseyez-vous, calez l’appareil, ne bougez que la tête et regardez de nouveau devant vous après chaque étape. Si un mouvement vous est difficile, choisissez « J’ai besoin de faire autrement ».',
  againFace:
    'Votre visage était encore difficile à voir. Asseyez-vous face à une fenêtre ou une lampe, l’appareil à hauteur des yeux, à une longueur de bras.',
  againDark:
    'Il faisait encore trop sombre. Allez à l’endroit le plus clair possible, près d’une fenêtre le jour, et réglez l’écran sur la luminosité maximale.',
  againBlurred:
    'L’image était encore floue. Nettoyez la caméra avec un chiffon doux et calez l’appareil pour qu’il ne bouge pas.',
  againUnclear:
    'Ce n’était pas encore assez net. Utilisez la caméra de cet appareil sans filtre ni effet, avec une lumière de face et une pièce derrière vous.',
  againTime:
    'Le temps s’est encore écoulé. Sous « J’ai besoin de faire autrement », vous pouvez demander plus de temps et les mouvements faciles pour vous.',
  againOther:
    'Le même problème s’est présenté. Essayez ailleurs, avec une lumière devant vous, ou avec un autre appareil.',

  eraseTitle: 'Supprimer vos données ?',
  eraseFace:
    'Le {date}, les photos de cette vérification et le visage conservé pour vous reconnaître seront supprimés.',
  erasePictures: 'Le {date}, les photos de cette vérification seront supprimées.',
  erasePicturesBy: 'Les photos prises jusqu’ici seront supprimées au plus tard le {date}.',
  eraseOthersFace:
    'Cette vérification n’a pas confirmé qui vous êtes. Un visage conservé auparavant le reste, pour que personne d’autre ne puisse le supprimer.',
  eraseWhy: 'Jusque-là, elles restent comme preuve, au cas où cette vérification serait contestée.',
  eraseRecord:
    'La trace de la demande, sans photos, reste comme preuve jusqu’au {date}. Les empreintes chiffrées qui repèrent les enregistrements répétés restent 90 jours au plus. Un litige ou une obligation légale peut prolonger cette durée.',
  eraseSooner: '{controller} peut vous dire ce qui peut être supprimé en plus, ou plus tôt.',
  eraseConfirm: 'Oui, supprimer mes données',
  eraseBack: 'Garder mes données',
  withdrawnTitle: 'Vous n’acceptez plus',
  withdrawnText: 'Cette vérification est arrêtée, et aucune autre image n’est prise.',
  withdrawnLater: 'Votre demande reste ouverte un moment : d’ici là, vous pouvez accepter de nouveau.',
  erasedTitle: 'Votre demande est enregistrée',
  erasedText: 'Votre demande à {controller} a été enregistrée le {time}.',
};
