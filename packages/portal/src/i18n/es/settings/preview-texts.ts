import type { previewTexts as original } from '../../en/settings/preview-texts.ts';
import type { TextsLike } from '../../texts-like.ts';

/** The preview of the page's looks. */
export const previewTexts: TextsLike<typeof original> = {
  previewOpen: 'Vista previa de la página',
  previewClose: 'Cerrar la vista previa',
  previewIntro:
    'La propia página con los valores de arriba, guardados o no, y una compra inventada. No abre la cámara, y nada se guarda.',
  previewScreen: 'Pantalla',
  previewLanguage: 'Idioma de la página',
  previewWindow: 'Ventana',
  previewScheme: 'Colores',
  previewScreen_consent: 'Consentimiento',
  previewScreen_primer: 'Antes de la cámara',
  previewScreen_camera: 'Cámara',
  previewScreen_approved: 'Confirmada',
  previewScreen_not_approved: 'No confirmada',
  previewWindow_phone: 'Teléfono',
  previewWindow_desktop: 'Computadora',
  previewScheme_light: 'Claros',
  previewScheme_dark: 'Oscuros',
  previewFrame: 'Vista previa de la página: {words}',
  previewShows: 'La vista previa muestra: {words}.',
  previewMissing:
    'La vista previa no respondió. La dirección pública del servicio debe ser accesible desde este navegador.',
  previewPartlySaved: 'Un valor que se rechazaría aparece como está guardado.',
  previewContrast: 'Contraste del color',
  previewOwnColour: 'Sin color propio: la página usa los habituales, cuyos contrastes bastan.',
  previewMeasure_words: 'Texto blanco en el botón',
  previewMeasure_light: 'Botón en la página clara',
  previewMeasure_dark: 'Botón en la página oscura',
  previewRatio: '{ratio} a 1',
  previewAsked: 'exigido: {asked} a 1 (WCAG {criterion})',
  previewEnough: 'suficiente',
  previewTooLittle: 'insuficiente',
  previewEdge:
    'No se acepta un color con poco contraste para texto blanco. Donde el botón es difícil de ver en la página, esta dibuja un borde a su alrededor.',
  previewLogo: 'Probar un logotipo',
  previewLogoHint:
    'PNG, JPEG o WebP de hasta 1 MB. Solo este navegador lee el archivo; un comando lo guarda.',
  previewLogoRefused: 'Este archivo no es PNG, JPEG ni WebP de hasta 1 MB.',
  previewLogoSaved: 'Mostrar el logotipo guardado',
};
