import type { legalTexts as original } from '../en/legal-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of the purchase, and of who answers for the data, for how long, and where to turn to. */
export const legalTexts: TextsLike<typeof original> = {
  detailAmount: 'Valor',
  detailDate: 'Data',
  detailDomain: 'Site',
  legalController: '{controller} é responsável pelos seus dados.',
  legalKept:
    'Contando do fim desta solicitação, as fotos são apagadas depois de {pictures}, e os outros dados depois de {person}. Os resumos das imagens são apagados em até 90 dias. Um rosto guardado para reconhecer você é apagado {face} depois do último uso. Os dados só ficam por mais tempo por causa de uma contestação ou obrigação legal.',
  legalWithdraw:
    'Com “Não concordo mais” antes do final, “Apagar meus dados” no final, ou com {controller}, você pode retirar seu consentimento a qualquer momento. O que foi feito antes continua válido.',
  days: { one: '{count} dia', other: '{count} dias' },
  eraseOffer: 'Apagar meus dados',
  legalPrivacy: 'Aviso de privacidade',
  legalTerms: 'Termos de uso',
  contactTitle: 'Contato: {company}',
  contactUrl: 'Página de ajuda',
  newTab: '(abre em uma nova aba)',
};
