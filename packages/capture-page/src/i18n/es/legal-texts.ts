import type { legalTexts as original } from '../en/legal-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of the purchase, and of who answers for the data, for how long, and where to turn to. */
export const legalTexts: TextsLike<typeof original> = {
  detailAmount: 'Importe',
  detailDate: 'Fecha',
  detailDomain: 'Sitio web',
  legalController: '{controller} es responsable de tus datos.',
  legalKept:
    'Contando desde el final de esta solicitud, las fotos se eliminan después de {pictures}, y los demás datos después de {person}. Los resúmenes de las imágenes se eliminan en 90 días como máximo. Un rostro guardado para reconocerte se elimina {face} después de su último uso. Los datos solo se conservan más tiempo por una reclamación u obligación legal.',
  legalWithdraw:
    'Con “Ya no acepto” antes del final, “Eliminar mis datos” al final, o con {controller}, puedes retirar tu consentimiento en cualquier momento. Lo que se hizo antes sigue siendo válido.',
  days: { one: '{count} día', other: '{count} días' },
  eraseOffer: 'Eliminar mis datos',
  legalPrivacy: 'Aviso de privacidad',
  legalTerms: 'Términos y condiciones',
  contactTitle: 'Contacto: {company}',
  contactUrl: 'Página de ayuda',
  newTab: '(se abre en una pestaña nueva)',
};
