import type { replayTexts as original } from '../../en/replay/replay-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** A transaction as it stood at an earlier moment. */
export const replayTexts: TextsLike<typeof original> = {
  replayTitle: 'Momento anterior',
  replayMark: 'Você vê como esta transação estava em {time}. Aqui não se faz nada.',
  replayNow: 'Voltar para agora',
  replaySlider: 'Momento',
  replayStop: '{time}: {words}',
  replayTime: 'Hora',
  replayBefore: 'A transação ainda não existia.',
  replayCut: 'Só as linhas mais novas estão à mão: pelo menos isto tinha acontecido.',
  replayVersion: { one: '{count} passo até então', other: '{count} passos até então' },
  replayStatusCall: 'O que a consulta de status teria respondido',
  replayTold: 'O que o seu sistema já sabia por webhook',
  replayNoEvents: 'Ainda não havia webhook a enviar.',
  replayToldAt: 'Entregue, respondido com {status}',
  replayNotYet: {
    none: 'Ainda não',
    one: 'Ainda não: {count} tentativa falhou',
    other: 'Ainda não: {count} tentativas falharam',
  },
  replayGivenUp: {
    none: 'Desistiu sem tentar',
    one: 'Desistiu após {count} tentativa',
    other: 'Desistiu após {count} tentativas',
  },
  replayLinkUnknown: 'Não se sabe: links são apagados um dia após o seu prazo.',
};
