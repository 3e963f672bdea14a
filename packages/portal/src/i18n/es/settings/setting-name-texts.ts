import type { settingNameTexts as original } from '../../en/settings/setting-name-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** Title of each setting, and what it does. */
export const settingNameTexts: TextsLike<typeof original> = {
  setting_module: 'Módulo',
  settingText_module: 'Si se hacen verificaciones al crear una transacción.',
  'setting_transaction-expiry-seconds': 'Tiempo para la selfie',
  'settingText_transaction-expiry-seconds': 'Cuánto espera una transacción a la persona.',
  'setting_replica-policy': 'El mismo pedido otra vez',
  'settingText_replica-policy':
    'Qué se responde a una creación con los datos de una transacción abierta o aprobada.',
  'setting_process-reuse': 'Reutilización de una selfie',
  'settingText_process-reuse':
    'Cuántas veces se pueden usar las capturas de un proceso de referencia en la hora después de su final.',
  'setting_maximum-value': 'Pedido máximo',
  'settingText_maximum-value': 'Una creación por encima de este valor se rechaza.',
  'setting_webhook-order-number': 'Número de pedido en los webhooks',
  'settingText_webhook-order-number': 'Si los webhooks de una transacción llevan su número de pedido.',
  'setting_template-policy': 'Primera selfie de una identidad',
  'settingText_template-policy': 'Qué pasa con una identidad sin rostro registrado.',
  'setting_match-threshold': 'Umbral de coincidencia',
  'settingText_match-threshold':
    'Mayor distancia entre dos rostros que cuenta como una sola persona. Solo tiene efecto si es más estricta que la de la instalación.',
  'setting_templates-per-identity': 'Rostros por identidad',
  'settingText_templates-per-identity': 'Cuántos rostros de una identidad se guardan; cuenta el más cercano.',
  'setting_template-renewal-days': 'Renovación de rostros',
  'settingText_template-renewal-days':
    'Edad del rostro más reciente desde la que una coincidencia segura reemplaza al más antiguo.',
  'setting_outdated-template': 'Rostros de un motor anterior',
  'settingText_outdated-template': 'Qué pasa con una identidad cuyos rostros midió otra versión del motor.',
  'setting_full-gallery': 'Galería llena',
  'settingText_full-gallery': 'Qué pasa con una persona viva cuando no hay lugar para otro rostro.',
  'setting_face-of-another-identity': 'Rostro de otra identidad',
  'settingText_face-of-another-identity':
    'Qué pasa con una persona cuyo rostro está registrado, sin duda, para otra identidad.',
  'setting_face-days': 'Días que cuentan para los rostros',
  'settingText_face-days':
    'En ellos se cuentan las identidades de un rostro, desde que cada una se registró o coincidió por última vez.',
  'setting_identities-per-face': 'Identidades por rostro',
  'settingText_identities-per-face':
    'Máximo de identidades de las que un rostro puede ser, sin duda, el mismo en ese tiempo.',
  'setting_face-many-identities': 'Rostro con más identidades',
  'settingText_face-many-identities': 'Qué pasa con un rostro de más identidades.',
  'setting_distance-challenge': 'Selfie sin girar la cabeza',
  'settingText_distance-challenge':
    'Qué prueba una selfie en la que la persona se acercó y abrió la boca en lugar de girar la cabeza. No distingue a una persona de toda fotografía.',
  setting_movements: 'Movimientos de la cabeza',
  settingText_movements: 'Cuántos movimientos tiene una selfie con giros de la cabeza.',
  'setting_noted-signs': 'Señales de ataque que solo se anotan',
  'settingText_noted-signs': 'Quedan como motivo de la decisión, pero no impiden una aprobación.',
  'setting_ending-checks': 'Verificaciones que terminan una transacción',
  'settingText_ending-checks':
    'Hallazgos que terminan una transacción al crearla; los demás solo quedan en su historial.',
  'setting_identity-attempts-per-day': 'Intentos por identidad al día',
  'settingText_identity-attempts-per-day':
    'Máximo de transacciones de una identidad en 24 horas; puede comenzar el triple de selfies.',
  'setting_card-attempts-per-day': 'Intentos por tarjeta al día',
  'settingText_card-attempts-per-day': 'Máximo de transacciones de una tarjeta en 24 horas.',
  'setting_card-memory-days': 'Memoria de tarjetas',
  'settingText_card-memory-days': 'Cuánto se recuerda una tarjeta con la identidad que la usó.',
  'setting_card-evidence-card': 'Tarjeta en uso',
  'settingText_card-evidence-card': 'Peso de la respuesta sobre si la tarjeta se puede usar.',
  'setting_card-evidence-name': 'Nombre de la cuenta',
  'settingText_card-evidence-name':
    'Peso de la respuesta sobre si el nombre es el de la cuenta de la tarjeta.',
  'setting_card-evidence-holder': 'Titular de la tarjeta',
  'settingText_card-evidence-holder': 'Peso de la respuesta sobre si la tarjeta es de la identidad.',
  'setting_card-evidence-authentication': 'Autenticación en el emisor',
  'settingText_card-evidence-authentication':
    'Peso de cómo terminó la autenticación en el emisor (3-D Secure).',
  'setting_card-name': 'Nombre en la tarjeta',
  'settingText_card-name':
    'Qué pasa cuando no coincide con los nombres de tarjetas aprobadas para la identidad.',
  'setting_link-days': 'Días que cuentan para las tarjetas',
  'settingText_link-days':
    'En ellos se cuentan las identidades de una tarjeta y las tarjetas de una identidad.',
  'setting_identities-per-card': 'Identidades por tarjeta',
  'settingText_identities-per-card':
    'Máximo de identidades con las que se puede usar una tarjeta en ese tiempo.',
  'setting_many-identities': 'Tarjeta con más identidades',
  'settingText_many-identities': 'Qué pasa con una tarjeta de más identidades.',
  'setting_cards-per-identity': 'Tarjetas por identidad',
  'settingText_cards-per-identity': 'Máximo de tarjetas que puede usar una identidad en ese tiempo.',
  'setting_many-cards': 'Identidad con más tarjetas',
  'settingText_many-cards': 'Qué pasa con una identidad de más tarjetas.',
  'setting_device-days': 'Días que cuentan para los dispositivos',
  'settingText_device-days':
    'En ellos se cuentan las identidades de un dispositivo. La cookie que identifica el navegador dura lo mismo.',
  'setting_identities-per-device': 'Identidades por dispositivo',
  'settingText_identities-per-device':
    'Máximo de identidades para las que se puede usar un dispositivo en ese tiempo.',
  'setting_device-many-identities': 'Dispositivo con más identidades',
  'settingText_device-many-identities':
    'Qué pasa con un dispositivo de más identidades. Si no se ignora, la página pide consentimiento para una cookie que identifica el navegador.',
  'setting_redirect-hosts': 'Hosts al final',
  'settingText_redirect-hosts':
    'Hosts a los que la página puede enviar a la persona al final. Una lista vacía permite cualquier host https.',
  'setting_app-schemes': 'Aplicaciones al final',
  'settingText_app-schemes':
    'Esquemas de aplicaciones a las que la página puede enviar a la persona. Otra aplicación del teléfono puede reclamar el mismo esquema.',
  'setting_web-origins': 'Sitios con el SDK web',
  'settingText_web-origins': 'Orígenes en los que puede ejecutarse el SDK web.',
  'setting_link-renewal': 'Seguir después de que un enlace caducó',
  'settingText_link-renewal': 'Si una persona puede seguir mientras la transacción está abierta.',
  'setting_link-lifetime-seconds': 'Duración de un enlace',
  'settingText_link-lifetime-seconds':
    'Cuánto tiempo se puede abrir un enlace por primera vez; nunca más que su transacción. Sin definir: según la instalación.',
  'setting_brand-name': 'Nombre en la página',
  'settingText_brand-name': 'Sin definir: el nombre de la propia empresa.',
  'setting_brand-colour': 'Color de la página',
  'settingText_brand-colour': 'Color del botón principal; el texto en él se hace legible.',
  'setting_brand-introduction-pt': 'Introducción en portugués',
  'settingText_brand-introduction-pt': 'Aparece sobre la finalidad cuando la página está en portugués.',
  'setting_brand-introduction-en': 'Introducción en inglés',
  'settingText_brand-introduction-en': 'Aparece sobre la finalidad cuando la página está en inglés.',
  'setting_brand-introduction-es': 'Introducción en español',
  'settingText_brand-introduction-es': 'Aparece sobre la finalidad cuando la página está en español.',
  'setting_brand-introduction-fr': 'Introducción en francés',
  'settingText_brand-introduction-fr': 'Aparece sobre la finalidad cuando la página está en francés.',
  'setting_phone-first': 'Sugerir el teléfono',
  'settingText_phone-first': 'Si un dispositivo sin pantalla táctil ve un código QR para el teléfono.',
  'setting_step-feedback': 'Señal de un paso terminado',
  'settingText_step-feedback': 'La persona puede apagar cada una en la página.',
  'setting_controller-name': 'Responsable de los datos',
  'settingText_controller-name':
    'A quién nombra la página como responsable. Sin definir: el nombre en la página.',
  'setting_shop-domain': 'Host de la tienda',
  'settingText_shop-domain':
    'Por él la persona reconoce la compra. Sin definir: el host de la dirección de regreso.',
  'setting_privacy-url': 'Aviso de privacidad',
  'settingText_privacy-url': 'Dirección del aviso de la empresa, enlazada en la página.',
  'setting_terms-url': 'Términos',
  'settingText_terms-url': 'Dirección de los términos de la empresa, enlazada en la página.',
  'setting_support-url': 'Página de ayuda',
  'settingText_support-url': 'A dónde la página envía a quien necesita ayuda.',
  'setting_support-email': 'Correo de ayuda',
  'settingText_support-email':
    'La página lo ofrece para ayuda y para los derechos sobre los datos personales.',
  'setting_support-phone': 'Teléfono de ayuda',
  'settingText_support-phone': 'La página lo ofrece para ayuda.',
  'setting_capture-retention-days': 'Imágenes',
  'settingText_capture-retention-days': 'Días que se guardan las imágenes después del final.',
  'setting_person-retention-days': 'Datos personales',
  'settingText_person-retention-days':
    'Días que se guardan identidad, tarjeta y pedido después del final. Id, estado y horas quedan.',
  'setting_operator-entry': 'Los operadores pueden entrar',
  'settingText_operator-entry':
    'Si los operadores de la instalación pueden entrar aquí en la organización: durante una hora, con un motivo y solo para leer. Los administradores ven cada estancia en «Equipo». Al rechazarlo, una estancia abierta termina al momento.',
  'setting_two-person': 'Segunda persona para actos peligrosos',
  'settingText_two-person':
    'Si eliminar a una persona, cambiar un ajuste peligroso, dar el derecho a ver imágenes y exportar personas requieren dos personas en el portal: un administrador propone y otro aprueba en un plazo de 24 horas. Ninguno invitó ni restableció al otro, ni un mismo administrador a los dos. Una vez activado, solo un operador lo desactiva, por comando.',
  'setting_template-retention-days': 'Rostros registrados',
  'settingText_template-retention-days':
    'Días que se guarda un rostro registrado después de su última coincidencia.',
  'setting_rate-per-second': 'Solicitudes por segundo',
  'settingText_rate-per-second': 'Ritmo sostenido de solicitudes a la API de la organización.',
  'setting_rate-burst': 'Solicitudes de una vez',
  'settingText_rate-burst': 'Solicitudes que se aceptan de una vez después de una pausa.',
  'setting_concurrency-limit': 'Solicitudes en curso',
  'settingText_concurrency-limit': 'Máximo de solicitudes a la vez; cada proceso permite una parte igual.',
  setting_scopes: 'Alcances',
  settingText_scopes: 'Lo que la cuenta puede hacer.',
  'setting_assertion-lifetime-seconds': 'Duración de una aserción',
  'settingText_assertion-lifetime-seconds': 'Tiempo máximo de iat a exp.',
  'setting_allowed-addresses': 'Direcciones de la cuenta',
  'settingText_allowed-addresses': 'Desde las que se puede usar; una lista vacía permite cualquiera.',
  'setting_allowed-times': 'Horarios de la cuenta',
  'settingText_allowed-times': 'En los que se puede usar; una lista vacía permite cualquiera.',
};
