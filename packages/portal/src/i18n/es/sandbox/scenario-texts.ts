import type { scenarioTexts as original } from '../../en/sandbox/scenario-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** What each scenario shows, in Spanish. */
export const scenarioTexts: TextsLike<typeof original> = {
  scenario_approved: 'La persona es la dueña de la tarjeta.',
  'scenario_approved-after-30-seconds': 'La persona tarda medio minuto y se aprueba.',
  'scenario_approved-after-90-seconds': 'La persona tarda un minuto y medio y se aprueba.',
  'scenario_has-identity-changed': 'La persona se aprueba con otra identidad que la enviada.',
  'scenario_shared-then-approved': 'La persona pasa el enlace al titular, que se aprueba.',
  'scenario_processing-for-30-seconds': 'La selfie se toma en el acto y la decisión tarda medio minuto.',
  scenario_inconclusive: 'El rostro no es el registrado para la identidad.',
  'scenario_inconclusive-after-30-seconds': 'La persona tarda medio minuto y es otra.',
  'scenario_inconclusive-after-90-seconds': 'La persona tarda un minuto y medio y es otra.',
  'scenario_inconclusive-no-reference':
    'Ningún rostro está registrado para la identidad y ninguna captura puede registrar uno.',
  'scenario_inconclusive-face-of-another': 'El rostro está registrado para otra identidad.',
  scenario_expired: 'Nadie toma la selfie a tiempo. El tiempo se acaba en el acto.',
  'scenario_unknown-share': 'La persona dice que no reconoce la compra.',
  'scenario_absent-holder': 'La persona dice que el titular no está presente.',
  scenario_canceled: 'Alguien del comercio cancela la transacción.',
  'scenario_fast-inconclusive': 'Las verificaciones de la creación la terminan: no hay enlace.',
  'scenario_card-confirmed': 'La persona se aprueba y el emisor o la pasarela confirma la tarjeta.',
  'scenario_card-inactive': 'La tarjeta no está activa.',
  'scenario_card-unconfirmed': 'Nadie confirma que la tarjeta está activa.',
  'scenario_card-account-name-differs': 'El nombre no es el de la cuenta de la tarjeta.',
  'scenario_card-account-name-unconfirmed': 'Nadie confirma el nombre de la cuenta.',
  'scenario_card-holder-differs': 'La tarjeta pertenece a otra identidad.',
  'scenario_card-holder-unconfirmed': 'Nadie confirma de quién es la tarjeta.',
  'scenario_card-authentication-failed': 'La autenticación en el emisor falla.',
  'scenario_card-authentication-missing': 'No hay autenticación en el emisor.',
  'scenario_inconclusive-card-name':
    'El nombre en la tarjeta difiere de los conocidos y la empresa exige que coincidan.',
  'scenario_approved-unproven':
    'La persona se aprueba con el primer rostro de la identidad: nada prueba que es suyo.',
  'scenario_inconclusive-many-identities':
    'La tarjeta se usó con más identidades de las que permite la empresa.',
  'scenario_inconclusive-many-cards': 'La identidad se usó con más tarjetas de las que permite la empresa.',
  'scenario_inconclusive-face-many-identities':
    'El rostro es de más identidades de las que permite la empresa.',
  'scenario_inconclusive-device-many-identities':
    'El dispositivo se usó para más identidades de las que permite la empresa.',
  'scenario_process-finished': 'La persona está viva y es la de la identidad.',
  'scenario_process-finished-after-30-seconds': 'La persona tarda medio minuto y es la de la identidad.',
  'scenario_process-decided-after-30-seconds':
    'La selfie se toma en el acto y la decisión tarda medio minuto.',
  'scenario_process-finished-card-inconclusive':
    'La persona es la de la identidad; una tarjeta que usa el proceso es inconclusa.',
  'scenario_process-invalid-identity': 'La persona está viva y es otra.',
  'scenario_process-inconclusive': 'La persona está viva y no había rostro con que comparar.',
  'scenario_process-not-live': 'Las imágenes no muestran a una persona viva.',
  'scenario_process-expired': 'Nadie toma la selfie a tiempo. El tiempo se acaba en el acto.',
  'scenario_process-error': 'El proceso no se pudo realizar.',
  'scenario_process-too-dark-then-finished':
    'El primer intento es demasiado oscuro. El segundo muestra a la persona de la identidad.',
  'scenario_process-attempts-exhausted':
    'Todos los intentos fallan, porque no hay rostro a la vista. No queda ninguno.',
  'scenario_webhook-late': 'El evento de la aprobación se envía 60 segundos después de ella.',
  'scenario_webhook-twice': 'El evento de la aprobación se envía dos veces, con el mismo webhook-id.',
  'scenario_webhook-out-of-order':
    'La aprobación se envía antes que "processing", que llega 60 segundos después. El destino debe incluir ese estado.',
  'scenario_webhook-old-secret':
    'El evento se firma con un secreto antiguo. Rechazado, se envía de nuevo con la firma correcta.',
  'scenario_webhook-bad-signature':
    'El evento tiene una firma errónea. Rechazado, se envía de nuevo con la firma correcta.',
};
