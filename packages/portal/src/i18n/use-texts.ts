import { useMemo } from 'react';
import { createStore, useStore } from '../service/store.ts';
import { type Language, languageFacts } from './languages.ts';
import { loadLanguage } from './load-texts.ts';
import { createTranslate, type Translate } from './texts.ts';

/** The language of the page; changed by `changeLanguage`, which fetches its texts first. */
export const languageStore = createStore<Language>('en');

/** Shows the page in a language; rejects, and changes nothing, where its texts are not to be had now. */
export async function changeLanguage(language: Language): Promise<void> {
  await loadLanguage(language);
  document.documentElement.lang = languageFacts[language].tag;
  languageStore.write(language);
}

/** The translator of the page's language. */
export function useTexts(): Translate {
  const language = useStore(languageStore);
  return useMemo(() => createTranslate(language), [language]);
}

/** The BCP 47 tag of the page's language, for `Intl`. */
export const useTag = (): string => languageFacts[useStore(languageStore)].tag;
