import type { pageEventTexts as original } from '../../en/cases/page-event-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** What a page tells of its course. */
export const pageEventTexts: TextsLike<typeof original> = {
  page_opened: 'Página abierta',
  page_consent_given: 'Aceptó la selfie',
  page_consent_declined: 'No aceptó la selfie',
  page_camera_opened: 'Cámara abierta',
  page_camera_denied: 'Cámara no permitida',
  page_camera_blocked: 'Cámara bloqueada por el dispositivo',
  page_camera_missing: 'Sin cámara',
  page_camera_busy: 'Cámara usada por otro programa',
  page_camera_unplugged: 'Cámara desconectada',
  page_camera_black: 'La cámara muestra negro',
  page_camera_infrared: 'Cámara infrarroja',
  page_camera_unsupported: 'Cámara no compatible',
  page_in_app_browser: 'Abierta dentro de otra aplicación',
  page_low_light: 'Poca luz',
  page_turned_device: 'Dispositivo girado',
  page_sent_to_background: 'Salió de la página un rato',
  page_connection_lost: 'Conexión perdida',
  page_connection_back: 'Conexión de vuelta',
  page_attempt_started: 'Intento empezado',
  page_attempt_failed: 'Intento fallido',
  page_attempt_completed: 'Intento completo',
  page_handed_over: 'Pasada a otro dispositivo o persona',
  page_link_renewed: 'Pidió un enlace nuevo',
  page_objected: 'Dijo por qué no habrá selfie',
  page_result_shown: 'Resultado mostrado',
};
