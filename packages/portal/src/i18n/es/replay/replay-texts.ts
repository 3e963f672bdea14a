import type { replayTexts as original } from '../../en/replay/replay-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** A transaction as it stood at an earlier moment. */
export const replayTexts: TextsLike<typeof original> = {
  replayTitle: 'Momento anterior',
  replayMark: 'Ve cómo estaba esta transacción en {time}. Aquí no se hace nada.',
  replayNow: 'Volver a ahora',
  replaySlider: 'Momento',
  replayStop: '{time}: {words}',
  replayTime: 'Hora',
  replayBefore: 'La transacción aún no existía.',
  replayCut: 'Solo las líneas más nuevas están a mano: al menos esto había ocurrido.',
  replayVersion: { one: '{count} paso hasta entonces', other: '{count} pasos hasta entonces' },
  replayStatusCall: 'Lo que habría respondido la consulta de estado',
  replayTold: 'Lo que su sistema ya sabía por webhook',
  replayNoEvents: 'Aún no había webhook que enviar.',
  replayToldAt: 'Entregado, respondido con {status}',
  replayNotYet: {
    none: 'Todavía no',
    one: 'Todavía no: falló {count} intento',
    other: 'Todavía no: fallaron {count} intentos',
  },
  replayGivenUp: {
    none: 'Abandonado sin intentos',
    one: 'Abandonado tras {count} intento',
    other: 'Abandonado tras {count} intentos',
  },
  replayLinkUnknown: 'No se sabe: los enlaces se borran un día después de su plazo.',
};
