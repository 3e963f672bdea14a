import type { PageLanguage } from '@titular/contract/page';
import { languageFacts } from '../i18n/choose-language.ts';

/** What the document says by itself: opened alone, or where its script hears nothing of the portal. */
const SENTENCES: Readonly<Record<PageLanguage, string>> = {
  pt: 'Esta é a prévia da página de selfie que o portal mostra à equipe; sozinha, ela não mostra nem pede nada.',
  en: 'This is the preview of the selfie page that the portal shows to staff; on its own it shows and asks nothing.',
  es: 'Esta es la vista previa de la página de selfie que el portal muestra al equipo; por sí sola no muestra ni pide nada.',
  fr: 'Ceci est l’aperçu de la page de selfie que le portail montre à l’équipe ; seul, il ne montre et ne demande rien.',
};

/** Writes the sentence of one language into the built document. */
export function writePreviewWords(html: string, language: PageLanguage): string {
  const { tag, direction } = languageFacts[language];
  const sentence = SENTENCES[language];
  const written = html
    .replace('<html lang="en" dir="ltr">', `<html lang="${tag}" dir="${direction}">`)
    .replace('<p class="text"></p>', `<p class="text">${sentence}</p>`);
  if (!written.includes(sentence) || !written.includes(`lang="${tag}"`))
    throw new Error('the document of the preview has no place for its words');
  return written;
}
