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
  leaving: 'Estamos levando você de volta a {company}.',
  staying: 'Fique o tempo que quiser. Para voltar a {company}, use o botão.',
  stayOnPage: 'Ficar nesta página',
  closePage: 'Você pode fechar esta página.',
  closeAndGoBack: 'Você pode fechar esta página e voltar ao aparelho onde começou.',
  closeHelped: 'Era só isso. Você pode fechar esta página.',
  leave: 'Sair desta página',
  leaveTitle: 'Sair da confirmação?',
  leaveText:
    'Nada se perde: sua solicitação continua aberta por um tempo, e você pode voltar por onde começou.',
  leaveStay: 'Continuar aqui',
  leaveConfirm: 'Sair',
  leaveClose: 'Fechar',
  continueTo: 'Continuar em {company}',

  declinedTitle: 'Sem problema',
  declinedText:
    'Nada foi registrado. Sua solicitação continua aberta por um tempo: você pode voltar e aceitar depois.',
  declinedElse: 'Se preferir outro caminho, fale com {company}.',
  changedMind: 'Mudei de ideia',

  linkInvalidTitle: 'Este link não pode ser aberto aqui',
  linkInvalidText:
    'Para a sua segurança, cada link abre uma única vez, por tempo limitado, e só no navegador que o abriu primeiro.',
  linkInvalidAgain: 'Se você já o abriu antes, continue por lá.',
  linkInvalidWhat: 'Se não, volte à página, ao aplicativo ou à pessoa que o enviou e peça um novo link.',
  linkInvalidAsk: 'Se não, peça um novo link a {company}.',
  noCookiesTitle: 'Este navegador não guarda cookies',
  noCookiesText:
    'Para a sua segurança, esta confirmação precisa de um cookie, e este navegador não o guarda. Em outro navegador funciona.',
  noCookiesUnused:
    'Para a sua segurança, esta confirmação precisa de um cookie, e este navegador não o guarda. Em outro navegador funciona: seu link ainda não foi usado.',
  noCookiesPaste: 'Abra outro navegador e cole o link onde fica o endereço.',
  noCookiesNewLink: 'Peça um novo link e abra-o em outro navegador.',
  noCookiesAllow:
    'Ou permita cookies para esta página nas configurações deste navegador e escolha “Tentar de novo”.',
  timeUpTitle: 'Seu tempo acabou',
  timeUpText:
    'Para a sua segurança, esta página fica aberta por tempo limitado. Nada se perdeu, você pode continuar agora.',
  goOn: 'Continuar',
  expiredTitle: 'O prazo desta solicitação terminou',
  expiredText:
    'Não há mais nada a fazer aqui. Se ainda precisar da verificação, peça um novo link a {company}.',
  canceledTitle: {
    transaction: 'Esta solicitação foi cancelada',
    process: 'Não foi possível concluir esta verificação',
  },
  canceledText: {
    transaction: '{company} não precisa mais desta verificação. Não há mais nada a fazer aqui.',
    process: 'Não foi por sua causa. {company} pode orientar você sobre o próximo passo.',
  },
  unknownEndedTitle: 'Agradecemos o aviso',
  unknownEndedText: '{company} fica sabendo que você não conhece esta compra.',
  unknownEndedCard:
    'Alguém pode estar usando o seu cartão? Bloqueie-o no aplicativo do banco ou ligue para o número no verso, e confira suas últimas compras.',
  absentEndedTitle: 'Está tudo anotado',
  absentEndedText: '{company} fica sabendo que o titular do cartão não estava aqui. A solicitação terminou.',
  absentEndedNext: 'Para fazer depois, com o titular, peça um novo link a {company}.',
};
