import type { endingTexts as original } from '../en/ending-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of waiting, results, and links and requests that are over. */
export const endingTexts: TextsLike<typeof original> = {
  waitingTitle: 'Estamos verificando',
  waitingText: 'Costuma levar alguns segundos. Mantenha esta página aberta.',
  waitingLong:
    'Está demorando mais que o normal. Você pode fechar esta página: {company} receberá o resultado mesmo assim.',
  waitingCheck: 'Verificar agora',

  approvedTitle: 'Tudo certo!',
  approvedText: 'A verificação foi concluída. {company} já tem o resultado.',
  notApprovedTitle: 'Não foi possível confirmar desta vez',
  notApprovedText:
    'Isso não quer dizer que você fez algo errado. {company} pode orientar você sobre o próximo passo.',
  leaving: 'Estamos levando você de volta para {company}.',
  staying: 'Fique o tempo que quiser. Para voltar para {company}, use o botão.',
  stayOnPage: 'Ficar nesta página',
  closePage: 'Você pode fechar esta página.',
  closeAndGoBack: 'Você pode fechar esta página e voltar ao aparelho em que começou.',
  closeHelped: 'Era só isso. Você pode fechar esta página.',
  leave: 'Sair desta página',
  leaveTitle: 'Sair da verificação?',
  leaveText:
    'Nada se perde: sua solicitação continua aberta por um tempo, e você pode voltar por onde começou.',
  leaveStay: 'Continuar aqui',
  leaveConfirm: 'Sair',
  leaveClose: 'Fechar',
  continueTo: 'Voltar para {company}',

  declinedTitle: 'Sem problema',
  declinedText:
    'Nada foi registrado. Sua solicitação continua aberta por um tempo: você pode voltar e aceitar depois.',
  declinedElse: 'Se preferir outra forma, fale com {company}.',
  changedMind: 'Mudei de ideia',

  linkInvalidTitle: 'Este link não pode ser aberto aqui',
  linkInvalidText:
    'Para a sua segurança, cada link abre uma única vez, por tempo limitado, e só no navegador que o abriu primeiro.',
  linkInvalidAgain: 'Se você já o abriu antes, continue por lá.',
  linkInvalidWhat: 'Se não, volte à página, ao aplicativo ou à pessoa que enviou o link e peça um novo.',
  linkInvalidAsk: 'Se não, fale com {company} e peça um novo link.',
  noCookiesTitle: 'Este navegador está bloqueando cookies',
  noCookiesText:
    'Para a sua segurança, esta verificação precisa de um cookie, e este navegador o bloqueia. Em outro navegador funciona.',
  noCookiesUnused:
    'Para a sua segurança, esta verificação precisa de um cookie, e este navegador o bloqueia. Em outro navegador funciona: seu link ainda não foi usado.',
  noCookiesPaste: 'Abra outro navegador e cole o link na barra de endereço.',
  noCookiesNewLink: 'Peça um novo link e abra-o em outro navegador.',
  noCookiesAllow:
    'Ou permita cookies para esta página nas configurações deste navegador e escolha “Tentar de novo”.',
  timeUpTitle: 'Esta página expirou',
  timeUpText:
    'Nada se perdeu. Para a sua segurança, esta página fica aberta por tempo limitado. Você pode continuar agora.',
  goOn: 'Continuar',
  expiredTitle: 'O prazo desta solicitação terminou',
  expiredText:
    'Você não precisa fazer mais nada aqui. Se ainda precisar da verificação, fale com {company} e peça um novo link.',
  canceledTitle: {
    transaction: 'Esta solicitação foi cancelada',
    process: 'Não foi possível concluir esta verificação',
  },
  canceledText: {
    transaction: '{company} não precisa mais desta verificação. Você não precisa fazer mais nada aqui.',
    process: 'Não foi por nada que você fez. {company} pode orientar você sobre o próximo passo.',
  },
  unknownEndedTitle: 'Obrigado por avisar',
  unknownEndedText: 'Avisaremos {company} de que você não reconhece esta compra.',
  unknownEndedCard:
    'Alguém pode estar usando o seu cartão? Bloqueie-o no aplicativo do banco ou ligue para o número no verso, e confira suas últimas compras.',
  absentEndedTitle: 'Obrigado por avisar',
  absentEndedText: 'Avisaremos {company} de que o titular do cartão não estava aqui. A solicitação terminou.',
  absentEndedNext: 'Para fazer depois, com o titular, fale com {company} e peça um novo link.',
};
