import type { linkTexts as original } from '../en/link-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of links that do not open. */
export const linkTexts: TextsLike<typeof original> = {
  linkUsedTitle: 'Este link já foi aberto',
  linkUsedText:
    'Para sua segurança, um link de {company} abre uma só vez, em um só navegador. Se aquela página ainda está aberta, continue nela.',
  linkExpiredTitle: 'Este link expirou',
  linkExpiredText: 'O prazo deste link de {company} terminou.',
  linkReplacedTitle: 'Há um link mais novo',
  linkReplacedText: 'Um link mais novo substituiu este de {company}. Abra o mais recente.',
  linkRequest: 'Quero um novo link',
  linkRequestHelp: 'Sua solicitação fica registrada para {company}.',
  linkRequested:
    'Sua solicitação a {company} foi registrada ({time}). {company} pode enviar um novo link. Você pode fechar esta página.',
  linkOver: 'Esta solicitação terminou: não há mais nada a fazer aqui.',
  linkUnknownTitle: 'Não reconhecemos este link',
  linkUnknownText:
    'Ele pode estar incompleto ou ser antigo demais. Confira se o endereço foi copiado inteiro, ou peça um novo a quem enviou.',
};
