import type { replayTexts as original } from '../../en/replay/replay-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** A transaction as it stood at an earlier moment. */
export const replayTexts: TextsLike<typeof original> = {
  replayTitle: 'Momento anterior',
  replayMark: 'Estás viendo esta transacción como estaba el {time}.',
  replayNoActs: 'Aquí no se puede hacer nada.',
  replayLater: 'Aún no se sabe nada posterior al {time}: está como estaba entonces.',
  replayNow: 'Volver a ahora',
  replaySlider: 'Momento',
  replayStop: '{time}: {words}',
  replayMore: ', y {count} más',
  replayTime: 'Día y hora',
  replayGo: 'Mostrar',
  replayTimeWrong: 'Indica un día y una hora.',
  replayBefore: 'La transacción aún no existía.',
  replayCreated: 'Se creó el {time}.',
  replayCut: 'Solo las líneas más nuevas están a mano: al menos esto había ocurrido.',
  replayVersion: { one: '{count} paso hasta entonces', other: '{count} pasos hasta entonces' },
  replayStatusCall: 'Lo que habría respondido la consulta de estado',
  replayTold: 'Lo que tu sistema ya sabía por webhook',
  replayNoEvents: 'Hasta entonces no se había enviado ningún webhook.',
  replayToldBefore: 'Los webhooks se guardan {days} días: no se sabe qué se envió antes del {time}.',
  replayToldOnce: 'Entregado',
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
  replaySettings: 'Configuración',
  replaySettingsText:
    'La configuración y el nombre de la empresa son los de ahora. El registro de auditoría dice cuáles eran entonces.',
  replaySettingsLink: 'Cambios de esta empresa',
};
