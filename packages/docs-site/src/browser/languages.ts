/** Languages of the pages, as their documents name them. */
export type Language = 'en' | 'pt-BR';

/** What each language calls itself. */
export const OWN_NAMES: Readonly<Record<Language, string>> = { en: 'English', 'pt-BR': 'Português' };

const TRANSLATED = /^guides\/pt\//;

/** The language of a page, by its address. */
export const languageOf = (address: string): Language => (TRANSLATED.test(address) ? 'pt-BR' : 'en');

/** The address that a page has in English; of a page that is no translation its own. */
export const originalOf = (address: string): string => address.replace(TRANSLATED, 'guides/');
