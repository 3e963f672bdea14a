import type { handOverTexts as original } from '../en/hand-over-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of passing the page on. */
export const handOverTexts: TextsLike<typeof original> = {
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
  copyByHand: 'Copia este enlace:',
  newLink: 'Crear un nuevo enlace',
  noNewLink: 'No se pueden crear más enlaces. Usa el último o continúa aquí.',
  stayHere: 'Prefiero hacerlo aquí',
  stateSent: 'Esperando a que se abra el enlace. Puedes seguir el avance en esta página.',
  stateOpened: 'El enlace está abierto en el otro dispositivo. Continúa allí.',
  stateOpenedByHolder: 'El titular de la tarjeta abrió el enlace.',
  stateBusy: 'Se están tomando las imágenes en el otro dispositivo.',
  stateExpired: 'El enlace no se abrió a tiempo.',
};
