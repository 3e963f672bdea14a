import type { consentTexts as original } from '../en/consent-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of the consent, the identity and the choices beside it. */
export const consentTexts: TextsLike<typeof original> = {
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
};
