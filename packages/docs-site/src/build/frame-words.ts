import type { Language } from '../browser/languages.ts';

/** What the frame says around a page. */
export type FrameWords = {
  skip: string;
  menu: string;
  search: string;
  searchLabel: string;
  dark: string;
  documentation: string;
  onThisPage: string;
  previous: string;
  next: string;
  table: string;
  example: string;
  exampleIn(language: string): string;
  /** Where the Markdown is; `source` is its path as markup. */
  isSource(source: string): string;
};

/** The words of the frame, by the language of the page. */
export const FRAME_WORDS: Readonly<Record<Language, FrameWords>> = {
  en: {
    skip: 'Skip to the content',
    menu: 'Menu',
    search: 'Search',
    searchLabel: 'Search the documentation',
    dark: 'Dark',
    documentation: 'Documentation',
    onThisPage: 'On this page',
    previous: 'Previous',
    next: 'Next',
    table: 'Table',
    example: 'Example',
    exampleIn: (language) => `Example in ${language}`,
    isSource: (source) => `This page is ${source} in the repository.`,
  },
  'pt-BR': {
    skip: 'Ir para o conteúdo',
    menu: 'Menu',
    search: 'Buscar',
    searchLabel: 'Buscar na documentação',
    dark: 'Escuro',
    documentation: 'Documentação',
    onThisPage: 'Nesta página',
    previous: 'Anterior',
    next: 'Próxima',
    table: 'Tabela',
    example: 'Exemplo',
    exampleIn: (language) => `Exemplo em ${language}`,
    isSource: (source) => `Esta página é ${source} no repositório.`,
  },
};
