import { PAGE_LANGUAGES, type PageLanguage } from '@titular/contract/page';

interface LanguageFacts {
  /** BCP 47 tag for the `lang` attribute. */
  tag: string;
  /** Writing direction for the `dir` attribute. */
  direction: 'ltr' | 'rtl';
  /** The language's name in itself. */
  ownName: string;
}

/** What the document and the language switcher need to know of each language. */
export const languageFacts: Readonly<Record<PageLanguage, LanguageFacts>> = {
  pt: { tag: 'pt-BR', direction: 'ltr', ownName: 'Português' },
  en: { tag: 'en', direction: 'ltr', ownName: 'English' },
  es: { tag: 'es', direction: 'ltr', ownName: 'Español' },
  fr: { tag: 'fr', direction: 'ltr', ownName: 'Français' },
};

/** Reads a BCP 47 tag of any region or case as one of the page's languages. */
export function parseLanguage(tag: string | null | undefined): PageLanguage | undefined {
  const primary = (tag ?? '').trim().toLowerCase().split(/[-_]/)[0];
  return PAGE_LANGUAGES.find((language) => language === primary);
}

/** The language asked for in the address, else the first of the browser's that the page speaks, else English. */
export function chooseLanguage(asked: string | null, preferred: readonly string[]): PageLanguage {
  for (const tag of [asked, ...preferred]) {
    const language = parseLanguage(tag);
    if (language !== undefined) return language;
  }
  return 'en';
}
