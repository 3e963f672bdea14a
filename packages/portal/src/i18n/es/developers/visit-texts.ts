import type { visitTexts as original } from '../../en/developers/visit-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** Visits of pages, by browser and hurdle. */
export const visitTexts: TextsLike<typeof original> = {
  browsersTitle: 'Navegadores',
  browsersSentence: {
    one: '{count} visita: {share} llegó a una selfie completa.',
    many: '{count} visitas: {share} llegaron a una selfie completa.',
    other: '{count} visitas: {share} llegaron a una selfie completa.',
  },
  columnBrowser: 'Navegador',
  visitCamera: 'Cámara',
  visitComplete: 'Completas',
  visitsNone: 'No se abrió ninguna página en este periodo.',
  visitsText:
    'Una visita es una persona en una página, por más veces que se cargue. Las páginas de procesos también cuentan. Días enteros de UTC, del {first} al {last}, por el día en que empezó la visita. Contadas desde la versión 0.1.0; los días anteriores no tienen ninguna. No se guarda nada de la persona, así que no hay lista detrás de estos números.',
  browser_chromium: 'Chrome, Edge y similares',
  browser_safari: 'Safari',
  browser_firefox: 'Firefox',
  browser_samsung: 'Samsung Internet',
  browser_in_app: 'Dentro de otra aplicación',
  browser_other: 'Otros',
  hurdlesTitle: 'Qué detuvo a las personas',
  hurdlesNone: 'Ninguna página informó de un obstáculo en este periodo.',
  hurdlesSentence: 'El más frecuente: {hurdle}, en {share} de las visitas.',
  columnHurdle: 'Obstáculo',
  columnVisits: 'Visitas',
  hurdlesText: 'Una visita puede informar de varios. Muchas de esas personas terminan de todos modos.',
  hurdle_consent_declined: 'Consentimiento rechazado',
  hurdleHelp_consent_declined: 'Explica por qué se pide una selfie antes de mostrar el enlace.',
  hurdle_camera_denied: 'Cámara rechazada',
  hurdleHelp_camera_denied: 'La página muestra cómo permitirla. Avisa antes de que hace falta una cámara.',
  hurdle_camera_blocked: 'Cámara bloqueada por la página que la contiene',
  hurdleHelp_camera_blocked:
    'Permite la cámara en tu cabecera Permissions-Policy; preflight() del web SDK lo detecta.',
  hurdle_camera_missing: 'Sin cámara',
  hurdleHelp_camera_missing:
    'La página ofrece seguir en un teléfono. En computadoras, muestra el enlace como código QR.',
  hurdle_camera_busy: 'Cámara en uso por otro programa',
  hurdleHelp_camera_busy: 'La página pide cerrar el otro programa.',
  hurdle_camera_unplugged: 'Cámara desconectada',
  hurdleHelp_camera_unplugged: 'La página sigue en cuanto hay una cámara.',
  hurdle_camera_black: 'Imagen negra',
  hurdleHelp_camera_black: 'Casi siempre una tapa o un interruptor de privacidad. La página lo dice.',
  hurdle_camera_infrared: 'Cámara infrarroja',
  hurdleHelp_camera_infrared: 'La página ofrece otra cámara o un teléfono.',
  hurdle_camera_unsupported: 'Navegador sin cámara',
  hurdleHelp_camera_unsupported:
    'Ofrece el enlace para otro navegador o un teléfono; preflight() del web SDK lo detecta.',
  hurdle_in_app_browser: 'Abierta dentro de otra aplicación',
  hurdleHelp_in_app_browser:
    'Envía el enlace de modo que se abra en el navegador del teléfono, por ejemplo por SMS.',
  hurdle_low_light: 'Demasiado oscuro',
  hurdleHelp_low_light: 'La página ilumina el rostro con la pantalla. Sugiere un lugar claro.',
  hurdle_turned_device: 'Dispositivo girado',
  hurdleHelp_turned_device: 'La página pide sostenerlo en vertical.',
  hurdle_sent_to_background: 'Salió a otra aplicación',
  hurdleHelp_sent_to_background:
    'La página sigue cuando la persona vuelve. Envía códigos antes del enlace, no durante.',
  hurdle_connection_lost: 'Conexión perdida',
  hurdleHelp_connection_lost: 'La página sigue sola; un enlace nuevo ayuda a quien desistió.',
  hurdle_attempt_failed: 'Un intento falló',
  hurdleHelp_attempt_failed: 'Mira los motivos de arriba: luz, rostro y movimiento explican casi todos.',
  hurdle_objected: 'Compra no reconocida o titular ausente',
  hurdleHelp_objected: 'Mira las transacciones con esos estados.',
};
