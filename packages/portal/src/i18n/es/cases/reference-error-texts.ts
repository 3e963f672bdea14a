import type { ReferenceErrorCode } from '../../error-code-areas.ts';

/** Words of the codes of calls about reference faces. */
export const referenceErrorTexts = {
  '40080': 'No se puede leer una fotografía. Guárdala como JPEG de hasta 512 KiB.',
  '40081': 'Una fotografía no muestra exactamente un rostro.',
  '40082': 'El rostro de una fotografía no tiene calidad suficiente. Envía otra.',
  '40083': 'Las fotografías muestran a personas distintas.',
  '40084': 'Esta identidad ya tiene una referencia con otras fotografías.',
  '40085': 'Las fotografías difieren del rostro que registró una selfie. Averigua a quién se registró.',
  '40086': 'Este rostro está registrado para otra identidad.',
  '40087': 'No se puede registrar ningún rostro más. Pide más memoria al operador.',
  '40088': 'El rostro de esta identidad está en disputa. Pide al operador que la resuelva.',
  '40413': 'No existe esa referencia aquí.',
  '40414': 'No se guardó esa foto.',
} as const satisfies Record<ReferenceErrorCode, string>;
