import type { layoutTexts as original } from '../en/layout-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of how the page is laid out: folded points, the phone beside the consent, asking once more, more time, and signals of a step. */
export const layoutTexts: TextsLike<typeof original> = {
  loadingLate: '¿Tarda mucho? Vuelve a cargar la página.',
  pointCapture: 'Imágenes de tu rostro',
  pointPurpose: 'Para confirmar, contra el fraude',
  pointStorage: 'Cifradas, para otra verificación',
  pointShare: {
    transaction: 'Resultado; fotos si hace falta',
    process: 'Resultado, fotos, uso por 1 hora',
  },
  pointDevice: 'Una cookie identifica el navegador',
  moreDetails: 'Más sobre esta solicitud',
  phonePanelTitle: 'Más fácil con el teléfono',
  phonePanelText: 'Apunta la cámara del teléfono al código y continúa allí. Esta página muestra el avance.',
  phonePanelButton: 'Mostrar un código para el teléfono',
  phonePanelHere: 'O continúa aquí, con la cámara de este dispositivo.',
  choiceDevice: 'Continuar en otro dispositivo',
  deviceTitle: 'Continúa en otro dispositivo',
  deviceText: 'Apunta la cámara del otro dispositivo a este código o abre el enlace en él.',
  endTitle: '¿Terminar la solicitud de forma definitiva?',
  endText: 'Nadie puede deshacerlo, ni tú ni nosotros.',
  endBack: 'No, volver',
  retryMore: 'Necesito más tiempo',
  retrySoon:
    'Queda menos de un minuto para intentarlo de nuevo. Si lo necesitas, elige “Necesito más tiempo”.',
  retryNotTaken: 'No pudimos comunicarnos con el servicio y el tiempo sigue igual. Inténtalo de nuevo.',
  retryLonger: 'Ahora tienes más tiempo.',
  signalSound: 'Un sonido suave después de cada paso',
  signalVibration: 'Una vibración corta después de cada paso',
  soundOn: 'Sonido: activado',
  soundOff: 'Sonido: desactivado',
  pictureIcon: 'El icono junto a la dirección',
  pictureCamera: 'Cámara',
};
