import type { whatIfTexts as original } from '../../en/settings/what-if-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** What other settings would have done. */
export const whatIfTexts: TextsLike<typeof original> = {
  whatIf: '¿Qué habría cambiado?',
  whatIfIntro:
    'Tus valores, aún sin guardar, en las transacciones creadas en los {days} días anteriores al {before}. Nada se cambia.',
  whatIfFine:
    '{name}: solo se prueba en pasos de {step}, para que nadie se distinga de los demás. Cualquier valor se puede guardar.',
  whatIfTooFew: 'Muy pocos resultados para decir algo',
  whatIfTooFewText:
    'Menos de {min} resultados pudieron decidirse de nuevo. Cifras tan pequeñas hablarían de personas concretas.',
  whatIfJudged: '{count} resultados, o pocos más, se decidieron de nuevo.',
  whatIfDiffer: 'Estos serían distintos:',
  whatIfCount: '{count} o pocos más',
  whatIfFew: 'menos de {fewest}, o ninguno',
  whatIfOthers: 'de otros tipos, sumados, serían distintos',
  whatIfTransactions: '{count} transacciones, o pocas más,',
  whatIfFewTransactions: 'Menos de {fewest} transacciones, o ninguna,',
  whatIfWould: 'sería',
  whatIfAsked: 'Selfie solicitada',
  whatIfAskedText: 'Nadie sabe cómo habría terminado',
  whatIfCut: 'Solo se leyeron las {max} transacciones más recientes.',
  whatIfLeftOut: 'Fuera de la cuenta',
  leftOut_still_open: 'no habían terminado al final del último día',
  leftOut_ended_before: 'terminaron antes de una decisión: vencidas, canceladas o sin captura completa',
  leftOut_erased: 'se eliminaron',
  leftOut_sandbox: 'terminaron por un escenario del sandbox',
  leftOut_inputs_not_kept: 'ya no guardan nada de cómo se decidieron',
  leftOut_other_engine: 'se decidieron con otra versión del motor facial',
  leftOut_not_looked: 'necesitan algo que nadie comprobó con los ajustes de entonces',
  leftOut_not_reproduced: 'tampoco se repetirían con los ajustes de entonces',
  leftOut_others: 'tienen otra causa',
  whatIfGenuine:
    'Esto compara reglas. No puede juzgar quién era legítimo: un rechazo más puede ser un ladrón o un cliente.',
  whatIfRounded:
    'Las cifras se redondean hacia abajo, a un múltiplo de {fewest}, desde un punto que cambia cada día. Cada resultado se decide por sí solo: lo que habría seguido después no se cuenta. Cada prueba deja un registro en la auditoría; hay {tries} por hora, y {values} valores de un umbral por día.',
  whatIfCommand: 'Lo mismo como comando',
};
