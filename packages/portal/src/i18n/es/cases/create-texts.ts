import type { createTexts as original } from '../../en/cases/create-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** Creating a transaction by hand. */
export const createTexts: TextsLike<typeof original> = {
  createIntro:
    'Rigen las mismas comprobaciones que para tu sistema. Recibes un enlace para enviar a la persona.',
  createOrder: 'Pedido',
  createPerson: 'Persona',
  createCard: 'Tarjeta',
  createCompany: 'Empresa',
  createChoose: 'Elige',
  createKind: 'Tipo de identidad',
  createIdentity: 'Identidad',
  createIdentityHint: 'Con o sin puntos y guiones.',
  createOrderNumber: 'Número de pedido',
  createValue: 'Importe (opcional)',
  createCurrency: 'Moneda',
  createCurrencyNone: 'No se muestra a la persona',
  createFirst: '8 primeros dígitos',
  createLast: '4 últimos dígitos',
  createCardHint: 'Nunca el número entero.',
  createName: 'Nombre en la tarjeta',
  createExpiration: 'Válida hasta (opcional)',
  createExpirationHint: 'MM/AA',
  createAct: 'Crear y obtener el enlace',
  createCommandText:
    'Guarda el primer texto en el archivo transaction.json y pon un token de acceso en ACCESS_TOKEN. La respuesta, con el enlace, va a created.json.',
  createWrongIdentity: 'Los dígitos de control no son correctos. Compáralos otra vez.',
  createWrongFirst: 'Escribe los 8 primeros dígitos.',
  createWrongLast: 'Escribe los 4 últimos dígitos.',
  createWrongExpiration: 'Escribe mes y año, como 12/39.',
  createWrongValue: 'Escribe un importe, con 13 dígitos y 4 decimales como máximo.',
  createAmbiguousValue: 'Podrían ser miles o decimales. Escribe, por ejemplo, 1500 o 1,50.',
  createdTitle: 'Creada',
  createdText: 'Envía este enlace a la persona. Se abre una vez y solo se muestra ahora.',
  createdNoLink: 'No hace falta selfie: {status}. {why}',
  createdOpen: 'Abrir la transacción',
  createAnother: 'Crear otra',
};
