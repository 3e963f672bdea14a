import type { pageEventTexts as original } from '../../en/cases/page-event-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** What a page tells of its course. */
export const pageEventTexts: TextsLike<typeof original> = {
  page_opened: 'Página aberta',
  page_consent_given: 'Concordou com a selfie',
  page_consent_declined: 'Não concordou com a selfie',
  page_camera_opened: 'Câmera aberta',
  page_camera_denied: 'Câmera não permitida',
  page_camera_blocked: 'Câmera bloqueada pelo aparelho',
  page_camera_missing: 'Sem câmera',
  page_camera_busy: 'Câmera usada por outro programa',
  page_camera_unplugged: 'Câmera desconectada',
  page_camera_black: 'A câmera mostra preto',
  page_camera_infrared: 'Câmera infravermelha',
  page_camera_unsupported: 'Câmera não suportada',
  page_in_app_browser: 'Aberta dentro de outro aplicativo',
  page_low_light: 'Pouca luz',
  page_turned_device: 'Aparelho girado',
  page_sent_to_background: 'Saiu da página por um tempo',
  page_connection_lost: 'Conexão perdida',
  page_connection_back: 'Conexão de volta',
  page_attempt_started: 'Tentativa começou',
  page_attempt_failed: 'Tentativa falhou',
  page_attempt_completed: 'Tentativa completa',
  page_handed_over: 'Passada a outro aparelho ou pessoa',
  page_link_renewed: 'Pediu um novo link',
  page_objected: 'Disse por que não haverá selfie',
  page_result_shown: 'Resultado mostrado',
};
