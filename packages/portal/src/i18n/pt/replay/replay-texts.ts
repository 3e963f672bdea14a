import type { replayTexts as original } from '../../en/replay/replay-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** A transaction as it stood at an earlier moment. */
export const replayTexts: TextsLike<typeof original> = {
  replayTitle: 'Momento anterior',
  replayMark: 'Você está vendo esta transação como ela estava em {time}.',
  replayNoActs: 'Nesta visão não é possível fazer alterações.',
  replayLater: 'Ainda não há dados depois de {time}: a transação é mostrada como estava nesse momento.',
  replayNow: 'Voltar ao presente',
  replaySlider: 'Momento',
  replayStop: '{time}: {words}',
  replayMore: ', e mais {count}',
  replayTime: 'Dia e hora',
  replayGo: 'Mostrar',
  replayTimeWrong: 'Informe um dia e uma hora.',
  replayBefore: 'A transação ainda não existia.',
  replayCreated: 'Ela foi criada em {time}.',
  replayCut: 'Só as linhas mais recentes foram carregadas. Pode ter acontecido mais do que se vê aqui.',
  replayVersion: { one: '{count} passo até então', other: '{count} passos até então' },
  replayStatusCall: 'O que a consulta de status teria respondido',
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
  replayLinkUnknown: 'Sem registro: os links são apagados um dia depois de expirar.',
  replaySettings: 'Configurações',
  replaySettingsText:
    'As configurações e o nome da empresa são os atuais. Os da época estão no registro de auditoria.',
  replaySettingsLink: 'Mudanças desta empresa',
};
