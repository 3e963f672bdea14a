import type { replayTexts as original } from '../../en/replay/replay-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** A transaction as it stood at an earlier moment. */
export const replayTexts: TextsLike<typeof original> = {
  replayTitle: 'Momento anterior',
  replayMark: 'Estás viendo esta transacción como estaba el {time}.',
  replayNoActs: 'Aquí no se puede hacer nada.',
  replayLater: 'Aún no hay datos posteriores al {time}: se muestra como estaba en ese momento.',
  replayNow: 'Volver al presente',
  replaySlider: 'Momento',
  replayStop: '{time}: {words}',
  replayMore: ', y {count} más',
  replayTime: 'Día y hora',
  replayGo: 'Mostrar',
  replayTimeWrong: 'Indica un día y una hora.',
  replayBefore: 'La transacción aún no existía.',
  replayCreated: 'Se creó el {time}.',
  replayCut: 'Solo se cargaron las líneas más recientes. Puede haber ocurrido algo más.',
  replayVersion: { one: '{count} paso hasta entonces', other: '{count} pasos hasta entonces' },
  replayStatusCall: 'Lo que habría respondido la consulta de estado',
  replayTold: 'Lo que tu sistema ya sabía por webhook',
  replayNoEvents: 'Hasta entonces no se había enviado ningún webhook.',
  replayToldBefore: 'Los webhooks se guardan {days} días: no se sabe qué se envió antes del {time}.',
  replayToldOnce: 'Entregado',
  replayToldAt: 'Entregado; respuesta {status}',
  replayNotYet: {
    none: 'Todavía no',
    one: 'Todavía no: falló {count} intento',
    other: 'Todavía no: fallaron {count} intentos',
  },
  replayGivenUp: {
    none: 'Falló sin intentos',
    one: 'Falló tras {count} intento',
    other: 'Falló tras {count} intentos',
  },
  replayLinkUnknown: 'Sin registro: los enlaces se borran un día después de caducar.',
  replaySettings: 'Configuración',
  replaySettingsText:
    'La configuración y el nombre de la empresa son los actuales. Los de entonces están en el registro de auditoría.',
  replaySettingsLink: 'Cambios de esta empresa',
};
