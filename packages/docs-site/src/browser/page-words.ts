import type { Language } from './languages.ts';

type PageWords = {
  copy: string;
  copied: string;
  selectAndCopy: string;
  notLoaded: string;
  found(count: number): string;
};

/** What the script of the pages says, by their language. */
const WORDS: Readonly<Record<Language, PageWords>> = {
  en: {
    copy: 'Copy',
    copied: 'Copied',
    selectAndCopy: 'Select and copy',
    notLoaded: 'Search could not be loaded. Try again.',
    found: (count) =>
      count === 0 ? 'Nothing found.' : `${count} ${count === 1 ? 'place' : 'places'} found.`,
  },
  'pt-BR': {
    copy: 'Copiar',
    copied: 'Copiado',
    selectAndCopy: 'Selecione e copie',
    notLoaded: 'A busca não pôde ser carregada. Tente de novo.',
    found: (count) =>
      count === 0
        ? 'Nada encontrado.'
        : `${count} ${count === 1 ? 'lugar encontrado' : 'lugares encontrados'}.`,
  },
};

/** The language of this document. */
export const pageLanguage = (): Language => (document.documentElement.lang === 'pt-BR' ? 'pt-BR' : 'en');

/** The words of this document. */
export const pageWords = (): PageWords => WORDS[pageLanguage()];
