import { PAGE_LANGUAGES, type PageLanguage } from '@titular/contract/page';
import { laterTexts } from './later-texts.ts';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { fr } from './messages.fr.ts';
import { pt } from './messages.pt.ts';
import { addTexts, type Messages } from './messages.ts';

/** All texts in every language at once: for the build and the tests, not for the page. */
export const dictionaries: Readonly<Record<PageLanguage, Messages>> = {
  pt: { ...pt, ...laterTexts.pt },
  en: { ...en, ...laterTexts.en },
  es: { ...es, ...laterTexts.es },
  fr: { ...fr, ...laterTexts.fr },
};

for (const language of PAGE_LANGUAGES) addTexts(language, dictionaries[language]);
