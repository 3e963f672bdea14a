import type { pageTexts as original } from '../en/page-texts.ts';
import type { TextsLike } from '../texts-like.ts';

/** Texts of the page around every screen: its title, loading and faults. */
export const pageTexts: TextsLike<typeof original> = {
  documentTitle: 'Confirmación de identidad',
  headerLabel: 'Verificación segura',
  languageLabel: 'Idioma',

  loadingTitle: 'Un momento…',
  loadingText: 'Estamos abriendo tu solicitud.',

  errorTitle: 'Algo salió mal',
  errorText: 'No se perdió nada. Intenta de nuevo en un momento.',
  offlineTitle: 'Parece que no tienes conexión',
  offlineText: 'No se perdió nada. Continuaremos automáticamente en cuanto vuelva la conexión.',
  retry: 'Intentar de nuevo',
  errorReference: 'Si vuelve a pasar, indica esta referencia: {reference}',
};
