import type { PageLanguage } from '@titular/contract/page';
import { addTexts, type EarlyMessages, hasTexts } from './messages.ts';

/** A file for each language, so that a page fetches the words of one alone. */
const files: Readonly<Record<PageLanguage, () => Promise<EarlyMessages>>> = {
  pt: () => import('./messages.pt.ts').then(({ pt }) => pt),
  en: () => import('./messages.en.ts').then(({ en }) => en),
  es: () => import('./messages.es.ts').then(({ es }) => es),
  fr: () => import('./messages.fr.ts').then(({ fr }) => fr),
};

/** Fetches the texts of a language, once; rejects where they are not to be had now. */
export async function loadLanguage(language: PageLanguage): Promise<void> {
  if (!hasTexts(language)) addTexts(language, await files[language]());
}
