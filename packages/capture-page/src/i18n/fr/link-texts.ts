import type { linkTexts as original } from '../en/link-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of links that do not open. */
export const linkTexts: TextsLike<typeof original> = {
  linkUsedTitle: 'Ce lien a déjà été ouvert',
  linkUsedText:
    'Pour votre sécurité, un lien de {company} s’ouvre une seule fois, dans un seul navigateur. Si cette page est encore ouverte, continuez-y.',
  linkExpiredTitle: 'Ce lien a expiré',
  linkExpiredText: 'Ce lien de {company} n’est plus valable.',
  linkReplacedTitle: 'Il existe un lien plus récent',
  linkReplacedText: 'Un lien plus récent a remplacé celui-ci de {company}. Ouvrez le dernier reçu.',
  linkRequest: 'Demander un nouveau lien',
  linkRequestHelp: 'Votre demande sera enregistrée pour {company}.',
  linkRequested:
    'Votre demande à {company} a été enregistrée ({time}). {company} peut vous envoyer un nouveau lien. Vous pouvez fermer cette page.',
  linkOver: 'Cette demande est terminée : vous n’avez plus rien à faire ici.',
  linkUnknownTitle: 'Nous ne connaissons pas ce lien',
  linkUnknownText:
    'Il est peut-être incomplet ou trop ancien. Vérifiez que l’adresse entière a été copiée, ou demandez un nouveau lien à son expéditeur.',
};
