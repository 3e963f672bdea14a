import type { consentTexts as original } from '../en/consent-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of the consent, the identity and the choices beside it. */
export const consentTexts: TextsLike<typeof original> = {
  consentTitle: 'Hola, {firstName}',
  consentTitleNameless: { transaction: 'Hola', process: 'Una verificación breve' },
  consentLead: '{company} te pide confirmar que esta tarjeta es tuya.',
  leadOnboarding: '{company} te pide confirmar que eres tú, para completar tu registro.',
  leadCredit: '{company} te pide confirmar que eres tú, para tu solicitud de crédito.',
  leadCar: '{company} te pide confirmar que eres tú, para la compra de tu vehículo.',
  leadIdentity: '{company} quiere tener la certeza de que eres tú, y no alguien que usa tu nombre.',
  detailCompany: 'Solicitado por',
  detailPurpose: 'Para',
  purposeOnboarding: 'Tu registro',
  purposeCredit: 'Tu solicitud de crédito',
  purposeCar: 'La compra de tu vehículo',
  purposeIdentity: 'Confirmar tu identidad',
  detailOrder: 'Pedido',
  detailCard: 'Tarjeta',
  cardCredit: 'crédito',
  cardDebit: 'débito',
  cardPrepaid: 'prepago',
  anotherIdentity: 'La tarjeta está registrada con otro documento',
  identityTitle: '¿Con qué documento está registrada la tarjeta?',
  identityText:
    'Verificaremos que eres la persona o empresa de ese documento. {company} verá que el documento cambió, y su personal autorizado puede ver el número. Solo funciona si tu rostro ya se confirmó con él.',
  identityKind: 'Tipo de documento',
  identityValue: 'Número',
  identitySend: 'Usar este número',
  identityInvalid: 'Este número no es válido. Revisa los dígitos.',
  identityFixed: 'El documento ya no se puede cambiar aquí.',
  back: 'Volver',
  choicesSummary: { transaction: 'Otra situación', process: 'En otro dispositivo' },
  choicesDeclined: { transaction: '¿O es otra situación?', process: '¿O en otro dispositivo?' },
  choiceUnknown: 'No reconozco esta compra',
  choiceUnknownHelp: 'Avisaremos a {company} y la solicitud termina.',
  choiceAbsent: 'El titular de la tarjeta no está aquí',
  choiceAbsentHelp: 'La solicitud termina sin verificación.',
  choiceCardholder: 'Enviar al titular de la tarjeta',
  choiceCardholderHelp: 'Lo confirma en su propio dispositivo.',
  choicePhone: 'Continuar en el teléfono',
  choicePhoneHelp: 'Ábrelo en el teléfono con un código o un enlace.',
  unknownTitle: '¿No reconoces esta compra?',
  unknownWhich: 'Es el pedido {order} en {company}, con la tarjeta {card}.',
  unknownEffect:
    'Si confirmas, la solicitud termina y avisaremos a {company} de que no reconoces la compra. Esto no se puede deshacer aquí.',
  unknownConfirm: 'Sí, no la reconozco',
  absentTitle: '¿El titular de la tarjeta no está aquí?',
  absentEffect:
    'Si confirmas, la solicitud termina y avisaremos a {company} de que el titular no estaba aquí. Esto no se puede deshacer aquí.',
  absentInstead: '¿Puedes comunicarte con esa persona? Puedes enviarle un enlace.',
  absentConfirm: 'Sí, terminar la solicitud',
  consentHow: 'Qué pasa con tus imágenes',
  consentCapture:
    'La cámara toma imágenes de tu rostro mientras haces unos movimientos sencillos. Suele tardar menos de un minuto.',
  consentPurpose: {
    transaction:
      'Tienen un único fin: confirmar que la tarjeta te pertenece y protegerte contra el fraude. Para eso también registramos si vinieron directamente de una cámara.',
    process:
      'Tienen un único fin: confirmar que eres tú, para lo indicado arriba, y protegerte contra el fraude. Para eso también registramos si vinieron directamente de una cámara.',
  },
  consentStorage:
    'Las imágenes y los datos biométricos del rostro se guardan cifrados y pueden servir para reconocerte en otra verificación. Para encontrar grabaciones repetidas, sus resúmenes cifrados se comparan entre todas las empresas que usan este servicio.',
  consentShare: {
    transaction:
      '{company} recibe el resultado. Su personal y sus sistemas autorizados pueden ver tus imágenes si hay un motivo, como una reclamación. Cada acceso queda registrado.',
    process:
      '{company} recibe el resultado. Su personal y sus sistemas autorizados pueden ver tus imágenes si hay un motivo, como una reclamación. Cada acceso queda registrado. Durante una hora, {company} u otra empresa de su grupo también puede usar tus imágenes para confirmar pagos tuyos, sin pedirte nuevas.',
  },
  consentDevice:
    'Una cookie con un número al azar identifica este navegador durante {device}. Con ella, {company} cuenta cuántas identidades usan el navegador, para proteger contra el fraude. Se guarda cuando aceptas y no contiene nada más sobre ti.',
  consentLegal:
    'Al elegir “Acepto” consientes el uso de tu biometría facial para este fin. Nada se registra antes de eso.',
  consentLegalDevice:
    'Al elegir “Acepto” consientes el uso de tu biometría facial para este fin, y la cookie. Nada se registra antes de eso.',
  accept: 'Acepto y quiero continuar',
  withdraw: 'Ya no acepto',
  decline: 'Ahora no',
};
