import type { replayTexts as original } from '../../en/replay/replay-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** A transaction as it stood at an earlier moment. */
export const replayTexts: TextsLike<typeof original> = {
  replayTitle: 'Momento anterior',
  replayMark: 'Você está vendo esta transação como ela estava em {time}.',
  replayNoActs: 'Aqui nada pode ser feito.',
  replayLater: 'Ainda não se sabe nada depois de {time}: ela está como estava então.',
  replayNow: 'Voltar para agora',
  replaySlider: 'Momento',
  replayStop: '{time}: {words}',
  replayMore: ', e mais {count}',
  replayTime: 'Dia e hora',
  replayGo: 'Mostrar',
  replayTimeWrong: 'Informe um dia e uma hora.',
  replayBefore: 'A transação ainda não existia.',
  replayCreated: 'Ela foi criada em {time}.',
  replayCut: 'Só as linhas mais novas estão à mão: pelo menos isto tinha acontecido.',
  replayVersion: { one: '{count} passo até então', other: '{count} passos até então' },
  replayStatusCall: 'O que a consulta de status teria respondido',
  replayTold: 'O que o seu sistema já sabia por webhook',
  replayNoEvents: 'Até então nenhum webhook tinha sido enviado.',
  replayToldBefore: 'Webhooks são guardados por {days} dias: não se sabe o que foi enviado antes de {time}.',
  replayToldOnce: 'Entregue',
  replayToldAt: 'Entregue, respondido com {status}',
  replayNotYet: {
    none: 'Ainda não',
    one: 'Ainda não: {count} tentativa falhou',
    other: 'Ainda não: {count} tentativas falharam',
  },
  replayGivenUp: {
    none: 'Abandonado sem tentativas',
    one: 'Abandonado após {count} tentativa',
    other: 'Abandonado após {count} tentativas',
  },
  replayLinkUnknown: 'Não se sabe: links são apagados um dia após o seu prazo.',
  replaySettings: 'Configurações',
  replaySettingsText:
    'As configurações e o nome da empresa são os de agora. O registro de auditoria diz quais eram então.',
  replaySettingsLink: 'Mudanças desta empresa',
};
