import type { endingTexts as original } from '../en/ending-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of waiting, results, and links and requests that are over. */
export const endingTexts: TextsLike<typeof original> = {
  waitingTitle: 'Estamos verificando',
  waitingText: 'Suele tardar unos segundos. Mantén esta página abierta.',
  waitingLong:
    'Está tardando más de lo normal. Puedes cerrar esta página: {company} recibirá el resultado de todos modos.',
  waitingCheck: 'Verificar ahora',

  approvedTitle: '¡Todo listo, gracias!',
  approvedText: 'La verificación terminó. {company} ya tiene el resultado.',
  notApprovedTitle: 'No pudimos confirmarlo esta vez',
  notApprovedText: 'Eso no significa que hayas hecho algo mal. {company} puede decirte cómo seguir.',
  leaving: 'Te llevamos de vuelta a {company}.',
  staying: 'Quédate el tiempo que quieras. Para volver a {company}, usa el botón.',
  stayOnPage: 'Quedarme en esta página',
  closePage: 'Puedes cerrar esta página.',
  closeAndGoBack: 'Puedes cerrar esta página y volver al dispositivo donde empezaste.',
  closeHelped: 'Eso era todo. Puedes cerrar esta página.',
  leave: 'Salir de esta página',
  leaveTitle: '¿Salir de la confirmación?',
  leaveText:
    'No se pierde nada: tu solicitud sigue abierta por un tiempo y puedes volver desde donde empezaste.',
  leaveStay: 'Seguir aquí',
  leaveConfirm: 'Salir',
  leaveClose: 'Cerrar',
  continueTo: 'Continuar en {company}',

  declinedTitle: 'No hay problema',
  declinedText:
    'No se registró nada. Tu solicitud sigue abierta por un tiempo: puedes volver y aceptar más tarde.',
  declinedElse: 'Si prefieres otro camino, habla con {company}.',
  changedMind: 'Cambié de idea',

  linkInvalidTitle: 'Este enlace no se puede abrir aquí',
  linkInvalidText:
    'Por tu seguridad, cada enlace se abre una sola vez, por tiempo limitado, y solo en el navegador que lo abrió primero.',
  linkInvalidAgain: 'Si ya lo abriste antes, continúa allí.',
  linkInvalidWhat:
    'Si no, vuelve a la página, la aplicación o la persona que lo envió y pide un nuevo enlace.',
  linkInvalidAsk: 'Si no, pide un nuevo enlace a {company}.',
  noCookiesTitle: 'Este navegador no guarda cookies',
  noCookiesText:
    'Por tu seguridad, esta confirmación necesita una cookie, y este navegador no la guarda. En otro navegador funciona.',
  noCookiesUnused:
    'Por tu seguridad, esta confirmación necesita una cookie, y este navegador no la guarda. En otro navegador funciona: tu enlace aún no se ha usado.',
  noCookiesPaste: 'Abre otro navegador y pega el enlace donde va la dirección.',
  noCookiesNewLink: 'Pide un nuevo enlace y ábrelo en otro navegador.',
  noCookiesAllow:
    'O permite las cookies de esta página en los ajustes de este navegador y elige “Intentar de nuevo”.',
  timeUpTitle: 'Se acabó tu tiempo',
  timeUpText:
    'Por tu seguridad, esta página queda abierta por tiempo limitado. No se perdió nada, puedes continuar ahora.',
  goOn: 'Continuar',
  expiredTitle: 'El plazo de esta solicitud terminó',
  expiredText:
    'No queda nada por hacer aquí. Si aún necesitas la verificación, pide un nuevo enlace a {company}.',
  canceledTitle: {
    transaction: 'Esta solicitud fue cancelada',
    process: 'No se pudo completar esta verificación',
  },
  canceledText: {
    transaction: '{company} ya no necesita esta verificación. No queda nada por hacer aquí.',
    process: 'No fue por tu causa. {company} puede decirte cómo seguir.',
  },
  unknownEndedTitle: 'Gracias por avisar',
  unknownEndedText: '{company} sabrá que no conoces esta compra.',
  unknownEndedCard:
    '¿Alguien podría estar usando tu tarjeta? Bloquéala en la aplicación de tu banco o llama al número del reverso, y revisa tus últimas compras.',
  absentEndedTitle: 'Gracias, queda anotado',
  absentEndedText: '{company} sabrá que el titular de la tarjeta no estaba aquí. La solicitud terminó.',
  absentEndedNext: 'Para hacerlo más tarde con el titular, pide un nuevo enlace a {company}.',
};
