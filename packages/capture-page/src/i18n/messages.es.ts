import type { Messages } from './messages.ts';

/** Every text of the page in Spanish, neutral for Latin America. */
export const es: Messages = {
  documentTitle: 'Confirmación de identidad',
  headerLabel: 'Verificación segura',
  languageLabel: 'Idioma',

  loadingTitle: 'Un momento…',
  loadingText: 'Estamos abriendo tu solicitud.',

  consentTitle: 'Hola, {firstName}',
  consentTitleNameless: { transaction: 'Hola', process: 'Una verificación breve' },
  consentLead: '{company} te pide confirmar que esta tarjeta es tuya.',
  leadOnboarding: '{company} te pide confirmar que eres tú, para completar tu registro.',
  leadCredit: '{company} te pide confirmar que eres tú, para tu solicitud de crédito.',
  leadCar: '{company} te pide confirmar que eres tú, para la compra de tu auto.',
  leadIdentity: '{company} quiere tener la certeza de que eres tú, y no alguien en tu nombre.',
  detailCompany: 'Solicitado por',
  detailPurpose: 'Para',
  purposeOnboarding: 'Tu registro',
  purposeCredit: 'Tu solicitud de crédito',
  purposeCar: 'La compra de tu auto',
  purposeIdentity: 'Confirmar tu identidad',
  detailOrder: 'Pedido',
  detailCard: 'Tarjeta',
  detailIdentity: 'Identidad',
  anotherIdentity: 'La tarjeta es mía con otra identidad',
  identityTitle: '¿Con qué identidad es tuya la tarjeta?',
  identityText:
    'Te verificaremos como esta persona o empresa. {company} verá que la identidad cambió, no lo que escribes aquí. Funciona cuando tu rostro ya fue verificado con ella antes.',
  identityKind: 'Tipo de identidad',
  identityValue: 'Número',
  identitySend: 'Usar esta identidad',
  identityInvalid: 'Este número no es válido. Revisa los dígitos.',
  identityFixed: 'La identidad ya no se puede cambiar aquí.',
  back: 'Volver',
  choicesSummary: { transaction: 'Es otra cosa', process: 'En otro dispositivo' },
  choicesDeclined: { transaction: '¿O es otra cosa?', process: '¿O en otro dispositivo?' },
  choiceUnknown: 'No conozco esta compra',
  choiceUnknownHelp: 'Avisamos a {company} y la solicitud termina.',
  choiceAbsent: 'El titular de la tarjeta no está aquí',
  choiceAbsentHelp: 'La solicitud termina sin verificación.',
  choiceCardholder: 'Enviar al titular de la tarjeta',
  choiceCardholderHelp: 'Lo confirma en su propio dispositivo.',
  choicePhone: 'Continuar en un teléfono',
  choicePhoneHelp: 'Ábrelo allí con un código o un enlace.',
  unknownTitle: '¿No conoces esta compra?',
  unknownWhich: 'Es el pedido {order} en {company}, con la tarjeta {card}.',
  unknownEffect:
    'Si confirmas, la solicitud termina y {company} sabrá que no conoces la compra. Esto no se puede deshacer aquí.',
  unknownConfirm: 'Sí, no la conozco',
  absentTitle: '¿El titular de la tarjeta no está aquí?',
  absentEffect:
    'Si confirmas, la solicitud termina y {company} sabrá que el titular no estaba aquí. Esto no se puede deshacer aquí.',
  absentInstead: '¿Puedes comunicarte con esa persona? Entonces puedes enviarle un enlace.',
  absentConfirm: 'Sí, terminar la solicitud',
  consentHow: 'Qué pasa con tu imagen',
  consentCapture:
    'La cámara toma imágenes de tu rostro mientras haces unos movimientos sencillos. Suele llevar menos de un minuto.',
  consentPurpose: {
    transaction:
      'Tienen un único fin: confirmar que la tarjeta te pertenece y protegerte contra el fraude. Para eso también anotamos si vienen directamente de una cámara.',
    process:
      'Tienen un único fin: confirmar que eres tú, para lo indicado arriba, y protegerte contra el fraude. Para eso también anotamos si vienen directamente de una cámara.',
  },
  consentStorage:
    'Las imágenes y las medidas del rostro se guardan cifradas y pueden servir para reconocerte en otra verificación.',
  consentShare: {
    transaction: 'La respuesta que recibe {company} es el resultado de la verificación, no tus imágenes.',
    process:
      'La respuesta que recibe {company} es el resultado de la verificación, no tus imágenes. Durante una hora, {company}, u otra empresa de su grupo, también puede confirmar con ellas pagos tuyos, sin pedirte nuevas imágenes.',
  },
  consentLegal:
    'Al elegir “Acepto” consientes el uso de tu biometría facial para este fin. Nada se registra antes de eso.',
  accept: 'Acepto y quiero continuar',
  decline: 'Ahora no',

  phoneTitle: 'Continúa en tu teléfono',
  phoneText: 'Apunta la cámara del teléfono a este código y abre la dirección que aparece.',
  sendTitle: 'Envíalo al titular de la tarjeta',
  sendText: 'Envía este enlace al titular de la tarjeta y a nadie más. Lo confirma en su propio dispositivo.',
  qrLabel: 'Código QR con el enlace',
  linkOnce: 'El enlace se abre una sola vez. Vence: {time}',
  shareLink: 'Enviar el enlace',
  shareMessage: {
    transaction: '{company} te pide confirmar que una tarjeta es tuya:',
    process: '{company} te pide confirmar que eres tú:',
  },
  copyLink: 'Copiar el enlace',
  linkCopied: 'Copiado',
  copyByHand: 'Copia este enlace, por favor:',
  newLink: 'Crear un nuevo enlace',
  noNewLink: 'No se pueden crear más enlaces. Usa el último o continúa aquí.',
  stayHere: 'Prefiero hacerlo aquí',
  stateSent: 'Esperando a que se abra. Esta página te mostrará el avance.',
  stateOpened: 'Está abierto en el otro dispositivo. Continúa allí.',
  stateOpenedByHolder: 'El titular de la tarjeta abrió el enlace.',
  stateBusy: 'Se están tomando las imágenes en el otro dispositivo.',
  stateExpired: 'El enlace no se abrió a tiempo.',

  primerTitle: 'Prepárate para la cámara',
  primerText: 'A tu ritmo, vas a mirar al frente y hacer algunos de estos movimientos:',
  primerTextDistance:
    'A tu ritmo, vas a mirar al frente y hacer estos movimientos. Si prefieres, mueve el dispositivo.',
  motionTurn: 'Girar la cabeza',
  motionNod: 'Subir o bajar la barbilla',
  motionMouth: 'Abrir bien la boca',
  motionDistance: 'Acercarte y alejarte',
  primerOrder:
    'La pantalla dice qué sigue. Espera a que lo pida: cualquier otro movimiento termina el intento, y empiezas de nuevo.',
  tipLight: 'Busca un lugar con luz frente a ti',
  tipFace: 'Quítate gafas oscuras, gorra o mascarilla',
  tipHeight: 'Sostén el dispositivo a la altura de los ojos',
  waysSummary: 'Necesito otra manera',
  waysMovements: 'Movimientos que puedo hacer',
  wayAll: 'Puedo hacer todos estos movimientos',
  wayWithoutTurns: 'No puedo girar la cabeza',
  wayWithoutNods: 'No puedo subir o bajar la barbilla',
  wayWithoutMouth: 'No puedo abrir bien la boca',
  wayDistance: 'No puedo girar la cabeza ni mover la barbilla',
  wayDistanceHelp: 'En su lugar, me acercaré, me alejaré y abriré la boca una vez.',
  wayUnhurried: 'Quiero más tiempo en cada paso',
  wayUnhurriedHelp: 'Cada paso te espera más.',
  primerPermission: 'El navegador puede pedir permiso para usar la cámara. Elige “Permitir”.',
  startCamera: 'Abrir la cámara',
  attemptsLeftOne: 'Te queda 1 intento.',
  attemptsLeftMany: 'Tienes {count} intentos.',

  cameraTitle: 'Sigue las indicaciones con tu rostro',
  cameraOpening: 'Abriendo la cámara…',
  cameraOpeningText: 'Si el navegador pregunta, elige “Permitir”.',
  cameraPreparing: 'Coloca tu rostro dentro del óvalo',
  cameraPreview: 'Imagen de tu cámara, en espejo',
  stepProgress: 'Paso {step} de {total}',
  stepDone: '¡Muy bien!',
  stop: 'Cerrar la cámara',
  otherCamera: 'Otra cámara',
  cameraReturning: 'La cámara se detuvo. Buscándola…',
  frameSending: 'Enviando la imagen. Tu conexión es lenta.',
  connectionLost: 'Se perdió la conexión. Intentando de nuevo…',
  connectionBack: 'Volvió la conexión.',
  poseFront: 'Mira al frente',
  poseLeft: 'Gira despacio la cabeza hacia tu izquierda',
  poseRight: 'Gira despacio la cabeza hacia tu derecha',
  poseUp: 'Sube despacio la barbilla',
  poseDown: 'Baja despacio la barbilla',
  poseMouth: 'Abre bien la boca',
  poseClose: 'Ya puedes cerrar la boca',
  poseNearer: 'Acércate despacio',
  poseFarther: 'Aléjate despacio',
  poseBack: 'Vuelve a donde empezaste',
  hintNoFace: 'Coloca tu rostro dentro del óvalo',
  hintSeveralFaces: 'Solo una persona en la imagen, por favor',
  hintTooDark: 'Está oscuro. Busca más luz',
  hintCovered: 'Algo cubre la cámara. Destápala',
  hintTooBright: 'Demasiada luz. Aléjate de la luz fuerte',
  hintBlurred: 'No te muevas por un momento',
  hintTooSmall: 'Acércate un poco',
  hintTooClose: 'Aléjate un poco',
  hintOffCentre: 'Lleva tu rostro al centro',
  hintOccluded: 'Muestra todo tu rostro, por favor',
  hintCloseMouth: 'Por ahora, deja la boca cerrada',
  hintPlainBackground: 'Que se vea algo más que una pared lisa detrás de ti',

  deniedTitle: 'La cámara aún no está permitida',
  deniedText: 'Sin la cámara no podemos confirmar que eres tú. Puedes permitirla así:',
  deniedIos:
    'En Safari, toca el icono junto a la dirección, luego “Ajustes del sitio web”, y en Cámara elige “Permitir”.',
  deniedIosSystem: 'Si nada cambia, abre Ajustes del iPhone, busca tu navegador y activa Cámara.',
  deniedIosOther: 'Abre Ajustes del iPhone, elige Apps y este navegador, y activa Cámara.',
  deniedAndroid: 'Toca el icono junto a la dirección, luego “Permisos”, y activa Cámara.',
  deniedAndroidSystem:
    'Si nada cambia, abre Ajustes, Aplicaciones, tu navegador, Permisos y permite la Cámara.',
  deniedSamsung: 'Toca el candado junto a la dirección, luego “Permisos”, y permite la Cámara.',
  deniedSafari: 'En el menú Safari, elige “Ajustes de este sitio web” y en Cámara selecciona “Permitir”.',
  deniedFirefox: 'Haz clic en la cámara tachada junto a la dirección y quita el bloqueo.',
  deniedDesktop: 'Haz clic en el icono junto a la dirección y en Cámara elige “Permitir”.',
  deniedDesktopSystem: 'Si nada cambia, revisa que la privacidad de tu computadora permita usar la cámara.',
  deniedThen: 'Luego vuelve aquí y elige “Intentar de nuevo”.',
  blockedTitle: 'La cámara no se puede abrir aquí',
  blockedText:
    'No tiene que ver contigo ni con tu dispositivo: la página que rodea a esta no permite la cámara. Puedes seguir en una pestaña propia.',
  missingTitle: 'No encontramos una cámara',
  missingText:
    'Este dispositivo parece no tener cámara, o está apagada. Conecta o enciende una cámara e intenta de nuevo.',
  busyTitle: 'La cámara está en uso',
  busyText:
    'Otra aplicación o pestaña usa la cámara. Cierra videollamadas y otras pestañas con cámara e intenta de nuevo.',
  unpluggedTitle: 'La cámara se detuvo',
  unpluggedText: 'La imagen se interrumpió. Revisa la conexión de la cámara e intenta de nuevo.',
  insecureTitle: 'La cámara necesita una página segura',
  insecureText:
    'El navegador solo abre la cámara en direcciones seguras. Revisa que la dirección empiece con “https://”.',
  unsupportedTitle: 'Este navegador no puede abrir la cámara',
  unsupportedText:
    'Actualiza el navegador, o pide un nuevo enlace y ábrelo en el navegador principal de tu teléfono.',
  blackTitle: 'La cámara no muestra imagen',
  blackText: 'Algo parece cubrir la cámara, o está apagada. Descúbrela, enciende una luz e intenta de nuevo.',
  infraredTitle: 'Esta cámara no ve colores',
  infraredText:
    'Sirve para desbloquear la computadora y no muestra bien tu rostro. Conecta otra cámara o sigue con un teléfono.',
  inAppTitle: 'Abre esta página en tu navegador',
  inAppText:
    'Estás dentro de otra aplicación, y no deja abrir la cámara. En el navegador de tu teléfono funciona.',
  inAppCopy: 'Elige “Recibir mi enlace” y cópialo.',
  inAppIos: 'Sal de esta aplicación y abre Safari o el navegador que prefieras.',
  inAppAndroid: 'Elige “Abrir en el navegador” o abre tú el navegador.',
  inAppPaste: 'Si no se abre solo, pega el enlace donde va la dirección.',
  inAppNoLink: 'Pide un nuevo enlace y ábrelo en el navegador de tu teléfono.',
  linkOutMake: 'Recibir mi enlace',
  linkOutLabel: 'Tu enlace',
  linkOutCopied: 'El enlace se copió.',
  linkOutByHand: 'Toca el enlace para seleccionarlo y luego cópialo.',
  linkOutCopy: 'Copiar el enlace',
  linkOutFailed: 'No hay enlace ahora. Intenta de nuevo en un momento.',
  openTab: 'Abrir en una pestaña propia',
  openBrowser: 'Abrir en el navegador',

  failedTitle: 'Todavía no funcionó',
  failedChallengeMissed:
    'No pudimos seguir el movimiento, o llegó otro antes, y eso termina el intento. Espera lo que pide la pantalla y muévete despacio, hasta que el anillo avance.',
  failedDistanceMissed:
    'No pudimos seguir el movimiento, o llegó otro antes, y eso termina el intento. Espera lo que pide la pantalla y acércate o aléjate despacio, hasta que el anillo avance.',
  failedNoFace: 'No pudimos ver bien tu rostro. Busca buena luz y mantén el rostro en el óvalo.',
  failedSeveralFaces:
    'Había más de un rostro en la imagen. Elige un lugar donde solo aparezcas tú, sin personas, carteles ni pantallas detrás.',
  failedTooDark:
    'Estaba demasiado oscuro para verte bien. Enciende una luz frente a ti o ponte de cara a una ventana, y sube el brillo de la pantalla.',
  failedTooBright:
    'La luz era demasiado fuerte para verte bien. Sal del sol directo o aléjate de la lámpara.',
  failedBlurred:
    'La imagen salió borrosa. Limpia la cámara, apoya el dispositivo si puedes y muévete despacio.',
  failedTooSmall: 'Estabas un poco lejos de la cámara. Acércate, hasta que tu rostro llene el óvalo.',
  failedTooClose:
    'Estabas un poco cerca de más de la cámara. Aléjate, hasta que todo tu rostro quepa en el óvalo.',
  failedOffCentre:
    'Tu rostro se salió del centro. Sostén el dispositivo justo frente a ti y mantén el rostro en el óvalo.',
  failedOccluded:
    'Parte de tu rostro estaba cubierta. Aparta manos, cabello, mascarilla o gafas oscuras. Un pañuelo o velo puede quedarse, si el rostro está libre.',
  failedNotLive:
    'No pudimos ver con claridad que eres una persona y no una imagen. Ponte de cara a la luz, sostén el dispositivo quieto a la altura de los ojos, con el brazo extendido, y mueve solo la cabeza, no el dispositivo.',
  failedDistanceNotLive:
    'No pudimos ver con claridad que eres una persona y no una imagen. Ponte de cara a la luz, acércate despacio tanto como pide el óvalo y luego aléjate bien, con algo más que una pared lisa detrás de ti.',
  failedPersonChanged:
    'Necesitamos a la misma y única persona de principio a fin. Revisa que no haya nadie más en la imagen.',
  failedTimeout:
    'Se acabó el tiempo de este paso. No pasa nada: en “Necesito otra manera” puedes pedir más tiempo.',
  failedTimeoutUnhurried:
    'Se acabó el tiempo de este paso. No pasa nada: ponte en una posición cómoda y empieza cuando quieras.',
  failedInterrupted: 'Este intento se interrumpió. No se perdió nada, puedes empezar de nuevo.',
  retryUntil: 'Hasta las {time} puedes volver a intentarlo.',
  retryAfter: 'Después, la verificación termina sin confirmación y {company} puede decirte cómo seguir.',
  tryAgain: 'Intentar de nuevo',

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

  errorTitle: 'Algo salió mal',
  errorText: 'No se perdió nada. Intenta de nuevo en un momento.',
  offlineTitle: 'Parece que no tienes conexión',
  offlineText: 'No se perdió nada. Seguiremos solos en cuanto vuelva la conexión.',
  retry: 'Intentar de nuevo',
};
