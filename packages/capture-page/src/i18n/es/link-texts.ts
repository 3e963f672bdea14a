import type { linkTexts as original } from '../en/link-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of links that do not open. */
export const linkTexts: TextsLike<typeof original> = {
  linkUsedTitle: 'Este enlace ya se abrió',
  linkUsedText:
    'Por tu seguridad, un enlace de {company} se abre una sola vez, en un solo navegador. Si esa página sigue abierta, continúa allí.',
  linkExpiredTitle: 'Este enlace venció',
  linkExpiredText: 'El plazo de este enlace de {company} terminó.',
  linkReplacedTitle: 'Hay un enlace más nuevo',
  linkReplacedText: 'Un enlace más nuevo reemplazó a este de {company}. Abre el más reciente.',
  linkRequest: 'Quiero un enlace nuevo',
  linkRequestHelp: 'Tu solicitud queda registrada para {company}.',
  linkRequested:
    'Tu solicitud a {company} quedó registrada ({time}). {company} puede enviarte un enlace nuevo. Puedes cerrar esta página.',
  linkOver: 'Esta solicitud terminó: no tienes que hacer nada más aquí.',
  linkUnknownTitle: 'No conocemos este enlace',
  linkUnknownText:
    'Puede estar incompleto o ser demasiado antiguo. Revisa que la dirección se haya copiado entera, o pide uno nuevo a quien te lo envió.',
};
