/** Languages of the portal. */
export const LANGUAGES = ['pt', 'en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

type LanguageFacts = {
  /** BCP 47 tag for `lang`, `Intl` and the components' own words. */
  tag: string;
  /** The language's name in itself. */
  ownName: string;
};

/** What the document and the choice of language need to know of each language. */
export const languageFacts: Readonly<Record<Language, LanguageFacts>> = {
  pt: { tag: 'pt-BR', ownName: 'Português' },
  en: { tag: 'en-US', ownName: 'English' },
  es: { tag: 'es-ES', ownName: 'Español' },
};

/** Reads a BCP 47 tag of any region or case as one of the portal's languages. */
export function parseLanguage(tag: string | null | undefined): Language | undefined {
  const primary = (tag ?? '').trim().toLowerCase().split(/[-_]/)[0];
  return LANGUAGES.find((language) => language === primary);
}

/** The language chosen before, else the first of the browser's that the portal speaks, else English. */
export function chooseLanguage(chosen: string | null | undefined, preferred: readonly string[]): Language {
  for (const tag of [chosen, ...preferred]) {
    const language = parseLanguage(tag);
    if (language !== undefined) return language;
  }
  return 'en';
}
