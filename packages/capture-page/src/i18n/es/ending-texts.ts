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
  notApprovedText:
    'Eso no significa que hayas hecho algo mal. {company} puede orientarte sobre el siguiente paso.',
  leaving: 'Te llevamos de vuelta a {company}.',
  staying: 'Quédate el tiempo que quieras. Para volver a {company}, usa el botón.',
  stayOnPage: 'Quedarme en esta página',
  closePage: 'Puedes cerrar esta página.',
  closeAndGoBack: 'Puedes cerrar esta página y volver al dispositivo en el que empezaste.',
  closeHelped: 'Eso era todo. Puedes cerrar esta página.',
  leave: 'Salir de esta página',
  leaveTitle: '¿Salir de la verificación?',
  leaveText:
    'No se pierde nada: tu solicitud sigue abierta por un tiempo y puedes volver desde donde empezaste.',
  leaveStay: 'Continuar aquí',
  leaveConfirm: 'Salir',
  leaveClose: 'Cerrar',
  continueTo: 'Volver a {company}',

  declinedTitle: 'No hay problema',
  declinedText:
    'No se registró nada. Tu solicitud sigue abierta por un tiempo: puedes volver y aceptar más tarde.',
  declinedElse: 'Si prefieres otra forma, comunícate con {company}.',
  changedMind: 'Cambié de opinión',

  linkInvalidTitle: 'Este enlace no se puede abrir aquí',
  linkInvalidText:
    'Por tu seguridad, cada enlace se abre una sola vez, por tiempo limitado, y solo en el navegador que lo abrió primero.',
  linkInvalidAgain: 'Si ya lo abriste antes, continúa allí.',
  linkInvalidWhat:
    'Si no, vuelve a la página, la aplicación o la persona que te envió el enlace y pide uno nuevo.',
  linkInvalidAsk: 'Si no, pide un nuevo enlace a {company}.',
  noCookiesTitle: 'Este navegador está bloqueando las cookies',
  noCookiesText:
    'Por tu seguridad, esta verificación necesita una cookie, y este navegador la bloquea. En otro navegador funciona.',
  noCookiesUnused:
    'Por tu seguridad, esta verificación necesita una cookie, y este navegador la bloquea. En otro navegador funciona: tu enlace aún no se ha usado.',
  noCookiesPaste: 'Abre otro navegador y pega el enlace en la barra de direcciones.',
  noCookiesNewLink: 'Pide un nuevo enlace y ábrelo en otro navegador.',
  noCookiesAllow:
    'O permite las cookies de esta página en la configuración de este navegador y elige “Intentar de nuevo”.',
  timeUpTitle: 'Esta página venció',
  timeUpText:
    'No se perdió nada. Por tu seguridad, esta página queda abierta por tiempo limitado. Puedes continuar ahora.',
  goOn: 'Continuar',
  expiredTitle: 'El plazo de esta solicitud terminó',
  expiredText:
    'No tienes que hacer nada más aquí. Si aún necesitas la verificación, pide un nuevo enlace a {company}.',
  canceledTitle: {
    transaction: 'Esta solicitud fue cancelada',
    process: 'No se pudo completar esta verificación',
  },
  canceledText: {
    transaction: '{company} ya no necesita esta verificación. No tienes que hacer nada más aquí.',
    process: 'No fue por nada que hicieras. {company} puede orientarte sobre el siguiente paso.',
  },
  unknownEndedTitle: 'Gracias por avisar',
  unknownEndedText: 'Avisaremos a {company} de que no reconoces esta compra.',
  unknownEndedCard:
    '¿Alguien podría estar usando tu tarjeta? Bloquéala en la aplicación de tu banco o llama al número del reverso, y revisa tus últimas compras.',
  absentEndedTitle: 'Gracias por avisar',
  absentEndedText:
    'Avisaremos a {company} de que el titular de la tarjeta no estaba aquí. La solicitud terminó.',
  absentEndedNext: 'Para hacerlo más tarde con el titular, pide un nuevo enlace a {company}.',
};
