import type { replayTexts as original } from '../../en/replay/replay-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** A transaction as it stood at an earlier moment. */
export const replayTexts: TextsLike<typeof original> = {
  replayTitle: 'Momento anterior',
  replayMark_transaction: 'Estás viendo esta transacción como estaba el {time}.',
  replayMark_process: 'Estás viendo este proceso como estaba el {time}.',
  replayNoActs: 'Aquí no se puede hacer nada.',
  replayLater: 'Aún no hay datos posteriores al {time}: se muestra como estaba en ese momento.',
  replayNow: 'Volver al presente',
  replaySlider: 'Momento',
  replayStop: '{time}: {words}',
  replayMore: ', y {count} más',
  replayTime: 'Día y hora',
  replayGo: 'Mostrar',
  replayTimeWrong: 'Indica un día y una hora que existan en tu zona.',
  replayTwice: 'Los relojes se atrasaron: esta hora ocurrió dos veces.',
  replayFirst: 'Primera vez, {zone}',
  replaySecond: 'Segunda vez, {zone}',
  replayBefore_transaction: 'La transacción aún no existía.',
  replayBefore_process: 'El proceso aún no existía.',
  replayCreated: 'Se creó el {time}.',
  replayCut: 'Solo se cargaron las líneas más recientes. Puede haber ocurrido algo más.',
  replayVersion: { one: '{count} paso hasta entonces', other: '{count} pasos hasta entonces' },
  replayVersionCut: {
    none: 'Los pasos de ese momento no se cargaron',
    one: 'Al menos {count} paso hasta entonces',
    other: 'Al menos {count} pasos hasta entonces',
  },
  replayCall_transaction: 'Lo que habría respondido la consulta de estado',
  replayCall_process: 'Lo que habría respondido la consulta del proceso, sin la persona',
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
  replayLinkUnknown: 'Sin registro: los enlaces se borran siete días después de caducar.',
  replaySettings: 'Configuración y límites',
  replaySettingsText:
    'Como era en ese momento, límites incluidos. Cada cambio surtía efecto en 5 segundos; los nombres son los actuales.',
  replaySettingsSame: 'Todo era como es ahora.',
  replaySettingsUnknown:
    'Sin registro aquí: hubo demasiados cambios desde entonces. Están en el registro de auditoría.',
  replaySettingsNow: 'Ahora: {value}',
  replaySettingsChanged: 'Cambió el {time}',
  replaySettingsAll: 'Los {count} ajustes de ese momento',
  replaySettingsLink: 'Cambios de esta empresa',
};
