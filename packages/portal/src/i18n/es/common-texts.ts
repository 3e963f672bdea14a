import type { commonTexts as original } from '../en/common-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Words of the whole portal. */
export const commonTexts: TextsLike<typeof original> = {
  tryAgain: 'Intentar de nuevo',
  cancel: 'Cancelar',
  close: 'Cerrar',
  save: 'Guardar',
  back: 'Volver',
  copy: 'Copiar',
  copyCommand: 'Copiar como comando',
  copied: 'Copiado',
  copyFailed: 'El navegador no dejó copiar a la página. Selecciona el texto y cópialo.',
  print: 'Imprimir',
  loading: 'Cargando',
  languageLabel: 'Idioma',
  failedTitle: 'No se pudo mostrar esta parte',
  codeHelp: 'Código {code} en la documentación',
  requestId: 'Solicitud {id}',
  noAnswer: 'El servidor no responde. La página sigue intentándolo.',
  notKnown: 'No hubo respuesta; no se sabe si se hizo. Revisa antes de intentarlo de nuevo.',
  awayTitle: 'El servidor no responde.',
  offlineTitle: 'Este dispositivo está sin conexión.',
  awayKept: 'Lo que escribiste se conserva.',
  awayNext: { one: 'Nuevo intento en {count} segundo.', other: 'Nuevo intento en {count} segundos.' },
  awayNow: 'Intentando ahora.',
  tryNow: 'Intentar ahora',
  testBadge: 'Prueba',
  testMeaning: 'Entorno de prueba: nada de esto es de personas reales.',
  productionBadge: 'Producción',
  required: 'Completa este campo.',
  newRelease: 'Hay una nueva versión del portal.',
  reload: 'Recargar',
  notSent:
    'El servidor no responde, así que no se envió nada. Lo que escribiste se conserva: inténtalo de nuevo cuando vuelva.',
  browserOther: 'Otro navegador',
  browserOn: '{browser} en {system}',
};
