import type { whatIfTexts as original } from '../../en/settings/what-if-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** What other settings would have done. */
export const whatIfTexts: TextsLike<typeof original> = {
  whatIf: 'O que teria mudado?',
  whatIfIntro:
    'Seus valores, ainda não salvos, nas transações criadas nos {days} dias antes de {before}. Nada é alterado.',
  whatIfFine:
    '{name}: só se testa em passos de {step}, para que ninguém se distinga dos outros. Qualquer valor pode ser salvo.',
  whatIfTooFew: 'Poucos resultados para dizer algo',
  whatIfTooFewText:
    'Menos de {min} resultados puderam ser decididos de novo. Números tão pequenos falariam de pessoas isoladas.',
  whatIfJudged: '{count} resultados, ou poucos mais, foram decididos de novo.',
  whatIfDiffer: 'Estes seriam diferentes:',
  whatIfCount: '{count} ou poucos mais',
  whatIfFew: 'menos de {fewest}, ou nenhum',
  whatIfOthers: 'de outros tipos, somados, seriam diferentes',
  whatIfTransactions: '{count} transações, ou poucas mais,',
  whatIfFewTransactions: 'Menos de {fewest} transações, ou nenhuma,',
  whatIfWould: 'seria',
  whatIfAsked: 'Selfie solicitada',
  whatIfAskedText: 'Ninguém sabe como teria terminado',
  whatIfCut: 'Só as {max} transações mais recentes foram lidas.',
  whatIfLeftOut: 'Fora da conta',
  leftOut_still_open: 'não tinham terminado até o fim do último dia',
  leftOut_ended_before: 'terminaram antes de uma decisão: expiradas, canceladas ou sem captura completa',
  leftOut_erased: 'foram eliminadas',
  leftOut_sandbox: 'foram encerradas por um cenário do sandbox',
  leftOut_inputs_not_kept: 'não têm mais nada guardado de como foram decididas',
  leftOut_other_engine: 'foram decididas com outra versão do motor facial',
  leftOut_not_looked: 'precisam de algo que ninguém verificou com as configurações da época',
  leftOut_not_reproduced: 'também não se repetiriam com as configurações da época',
  leftOut_others: 'têm outra causa',
  whatIfGenuine:
    'Isto compara regras. Não diz quem era legítimo: uma recusa a mais pode ser um fraudador ou um cliente.',
  whatIfRounded:
    'Os números são arredondados para baixo, a um múltiplo de {fewest}, de um ponto que muda a cada dia. Cada resultado é decidido por si: o que viria depois dele não é contado. Cada teste deixa um registro na auditoria; são {tries} por hora, e {values} valores de um limiar por dia.',
  whatIfCommand: 'O mesmo como comando',
};
