import type { replayTexts as original } from '../../en/replay/replay-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** A transaction as it stood at an earlier moment. */
export const replayTexts: TextsLike<typeof original> = {
  replayTitle: 'Momento anterior',
  replayMark_transaction: 'Você está vendo esta transação como ela estava em {time}.',
  replayMark_process: 'Você está vendo este processo como ele estava em {time}.',
  replayNoActs: 'Nesta visão não é possível fazer alterações.',
  replayLater: 'Ainda não há dados depois de {time}: tudo é mostrado como estava nesse momento.',
  replayNow: 'Voltar ao presente',
  replaySlider: 'Momento',
  replayStop: '{time}: {words}',
  replayMore: ', e mais {count}',
  replayTime: 'Dia e hora',
  replayGo: 'Mostrar',
  replayTimeWrong: 'Informe um dia e uma hora que existam no seu fuso.',
  replayTwice: 'Os relógios foram atrasados: este horário ocorreu duas vezes.',
  replayFirst: 'Primeira vez, {zone}',
  replaySecond: 'Segunda vez, {zone}',
  replayBefore_transaction: 'A transação ainda não existia.',
  replayBefore_process: 'O processo ainda não existia.',
  replayCreated: 'Data de criação: {time}.',
  replayCut: 'Só as linhas mais recentes foram carregadas. Pode ter acontecido mais do que se vê aqui.',
  replayVersion: { one: '{count} passo até então', other: '{count} passos até então' },
  replayVersionCut: {
    none: 'Os passos daquele momento não foram carregados',
    one: 'Pelo menos {count} passo até então',
    other: 'Pelo menos {count} passos até então',
  },
  replayCall_transaction: 'O que a consulta de status teria respondido',
  replayCall_process: 'O que a consulta do processo teria respondido, sem a pessoa',
  replayTold: 'O que o seu sistema já sabia por webhook',
  replayNoEvents: 'Até então nenhum webhook tinha sido enviado.',
  replayToldBefore: 'Webhooks são guardados por {days} dias: não se sabe o que foi enviado antes de {time}.',
  replayToldOnce: 'Entregue',
  replayToldAt: 'Entregue; resposta {status}',
  replayNotYet: {
    none: 'Ainda não',
    one: 'Ainda não: {count} tentativa falhou',
    other: 'Ainda não: {count} tentativas falharam',
  },
  replayGivenUp: {
    none: 'Falhou sem tentativas',
    one: 'Falhou após {count} tentativa',
    other: 'Falhou após {count} tentativas',
  },
  replayLinkUnknown: 'Sem registro: os links são apagados sete dias depois de expirar.',
  replaySettings: 'Configurações e limites',
  replaySettingsText:
    'Como eram naquele momento, inclusive os limites. Cada mudança valia em até 5 segundos; os nomes são os atuais.',
  replaySettingsSame: 'Todas eram como são agora.',
  replaySettingsUnknown:
    'Sem registro aqui: houve mudanças demais desde então. Elas estão no registro de auditoria.',
  replaySettingsNow: 'Agora: {value}',
  replaySettingsChanged: 'Alterada em {time}',
  replaySettingsAll: 'Todas as {count} configurações daquele momento',
  replaySettingsLink: 'Mudanças desta empresa',
};
