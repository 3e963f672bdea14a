import type { troubleTexts as original } from '../en/trouble-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of a camera that cannot be used, and attempts that failed. */
export const troubleTexts: TextsLike<typeof original> = {
  deniedTitle: 'Falta permitir la cámara',
  deniedText: 'Sin la cámara no podemos confirmar que eres tú. Así puedes permitirla:',
  deniedIos:
    'En Safari, toca el icono junto a la dirección, luego “Ajustes” o “Configuración del sitio web”, y en Cámara elige “Permitir”.',
  deniedIosSystem:
    'Si nada cambia, abre Ajustes o Configuración en el iPhone, busca tu navegador y activa Cámara.',
  deniedIosOther: 'Abre Ajustes o Configuración en el iPhone, elige Apps y este navegador, y activa Cámara.',
  deniedAndroid: 'Toca el icono junto a la dirección, luego “Permisos”, y activa Cámara.',
  deniedAndroidSystem:
    'Si nada cambia, abre Ajustes o Configuración, Aplicaciones, tu navegador, Permisos y permite la Cámara.',
  deniedSamsung: 'Toca el candado junto a la dirección, luego “Permisos”, y permite la Cámara.',
  deniedSafari:
    'En el menú Safari, elige “Ajustes” o “Configuración de este sitio web” y en Cámara selecciona “Permitir”.',
  deniedFirefox: 'Haz clic en la cámara tachada junto a la dirección y quita el bloqueo.',
  deniedDesktop: 'Haz clic en el icono junto a la dirección y en Cámara elige “Permitir”.',
  deniedDesktopSystem:
    'Si nada cambia, revisa que los ajustes de privacidad de tu equipo permitan usar la cámara.',
  deniedThen: 'Luego vuelve aquí y elige “Intentar de nuevo”.',
  blockedTitle: 'La cámara no se puede abrir aquí',
  blockedText:
    'No tiene que ver contigo ni con tu dispositivo: el sitio que muestra esta página no permite la cámara. Puedes continuar en una pestaña nueva.',
  missingTitle: 'No encontramos una cámara',
  missingText:
    'Este dispositivo parece no tener cámara, o está apagada. Conecta o enciende una cámara e intenta de nuevo.',
  busyTitle: 'La cámara está en uso',
  busyText:
    'Otra aplicación o pestaña está usando la cámara. Cierra las videollamadas y otras pestañas con cámara e intenta de nuevo.',
  unpluggedTitle: 'La cámara se detuvo',
  unpluggedText: 'La imagen se interrumpió. Revisa la conexión de la cámara e intenta de nuevo.',
  insecureTitle: 'La cámara necesita una página segura',
  insecureText:
    'El navegador solo abre la cámara en direcciones seguras. Revisa que la dirección empiece con “https://”.',
  unsupportedTitle: 'Este navegador no puede abrir la cámara',
  unsupportedText:
    'Actualiza el navegador, o pide un nuevo enlace y ábrelo en el navegador principal de tu teléfono.',
  blackTitle: 'La cámara no muestra imagen',
  blackText:
    'Puede haber algo delante de la cámara, o está apagada. Quita lo que la tapa, enciende una luz e intenta de nuevo.',
  infraredTitle: 'Esta cámara no capta colores',
  infraredText:
    'Sirve para desbloquear el equipo y no muestra bien tu rostro. Conecta otra cámara o continúa en el teléfono.',
  inAppTitle: 'Abre esta página en tu navegador',
  inAppText:
    'Estás dentro de otra aplicación, que no deja abrir la cámara. En el navegador de tu teléfono funciona.',
  inAppCopy: 'Elige “Obtener mi enlace” y cópialo.',
  inAppIos: 'Sal de esta aplicación y abre Safari o el navegador que prefieras.',
  inAppAndroid: 'Elige “Abrir en el navegador” o abre el navegador por tu cuenta.',
  inAppPaste: 'Si no se abre automáticamente, pega el enlace en la barra de direcciones.',
  inAppNoLink: 'Pide un nuevo enlace y ábrelo en el navegador de tu teléfono.',
  linkOutMake: 'Obtener mi enlace',
  linkOutLabel: 'Tu enlace',
  linkOutCopied: 'Enlace copiado.',
  linkOutByHand: 'Toca el enlace para seleccionarlo y luego cópialo.',
  linkOutCopy: 'Copiar el enlace',
  linkOutFailed: 'No pudimos crear un enlace ahora. Intenta de nuevo en un momento.',
  openTab: 'Abrir en una pestaña nueva',
  openBrowser: 'Abrir en el navegador',

  failedTitle: 'Aún no lo logramos. Intentemos de nuevo',
  failedChallengeMissed:
    'No pudimos seguir el movimiento, o vimos otro antes. Espera lo que pide la pantalla y muévete despacio, hasta que el anillo avance.',
  failedDistanceMissed:
    'No pudimos seguir el movimiento, o vimos otro antes. Espera lo que pide la pantalla y acércate o aléjate despacio, hasta que el anillo avance.',
  failedNoFace: 'No pudimos ver bien tu rostro. Busca un lugar con buena luz y mantén el rostro en el óvalo.',
  failedSeveralFaces:
    'Había más de un rostro en la imagen. Elige un lugar donde solo aparezcas tú, sin personas, carteles ni pantallas detrás.',
  failedTooDark:
    'Estaba demasiado oscuro para verte bien. Enciende una luz frente a ti o ponte de cara a una ventana, y sube el brillo de la pantalla.',
  failedTooBright:
    'La luz era demasiado fuerte para verte bien. Sal del sol directo o aléjate de la lámpara.',
  failedBlurred:
    'La imagen salió borrosa. Limpia la cámara, apoya el dispositivo si puedes y muévete despacio.',
  failedTooSmall: 'Estabas un poco lejos de la cámara. Acércate hasta que tu rostro llene el óvalo.',
  failedTooClose: 'Estabas demasiado cerca de la cámara. Aléjate hasta que todo tu rostro quepa en el óvalo.',
  failedOffCentre:
    'Tu rostro se salió del centro. Sostén el dispositivo justo frente a ti y mantén el rostro en el óvalo.',
  failedOccluded:
    'Parte de tu rostro estaba cubierta. Aparta las manos y el cabello, y quítate lo que te tape los ojos, la nariz o la boca. Un pañuelo o velo puede quedarse, si deja el rostro libre.',
  failedNotLive:
    'No pudimos ver con claridad que eres una persona y no una imagen. Ponte de cara a la luz, sostén el dispositivo quieto a la altura de los ojos, con el brazo extendido, y mueve solo la cabeza, no el dispositivo.',
  failedDistanceNotLive:
    'No pudimos ver con claridad que eres una persona y no una imagen. Ponte de cara a la luz, acércate despacio tanto como pide el óvalo y luego aléjate bien, con algo más que una pared lisa detrás de ti.',
  failedPersonChanged:
    'Solo tú debes aparecer, de principio a fin. Revisa que no haya nadie más en la imagen.',
  failedTimeout:
    'Se acabó el tiempo de este paso. No pasa nada: en “Necesito hacerlo de otra forma” puedes pedir más tiempo.',
  failedTimeoutUnhurried:
    'Se acabó el tiempo de este paso. No pasa nada: ponte en una posición cómoda y empieza cuando quieras.',
  failedInterrupted: 'Este intento se interrumpió. No se perdió nada. Puedes empezar de nuevo.',
  retryUntil: 'Puedes volver a intentarlo hasta: {time}',
  retryAfter:
    'Después, la verificación termina sin confirmación y {company} puede orientarte sobre el siguiente paso.',
  tryAgain: 'Intentar de nuevo',
};
