import type { CaseFileLanguage } from '@titular/contract';
import { texts as en, retold as enRetold, type FileTexts } from './texts/en.ts';
import { texts as es, retold as esRetold } from './texts/es.ts';
import { operationWords } from './texts/operations.ts';
import { texts as pt, retold as ptRetold } from './texts/pt.ts';
import { words as enWords } from './words/en.ts';
import { words as esWords } from './words/es.ts';
import { words as ptWords } from './words/pt.ts';

type Vocabulary = { tag: string; texts: FileTexts; words: Readonly<Record<string, string>> };

const LANGUAGES: Readonly<Record<CaseFileLanguage, Vocabulary>> = {
  pt: { tag: 'pt-BR', texts: pt, words: { ...ptWords, ...ptRetold } },
  en: { tag: 'en-US', texts: en, words: { ...enWords, ...enRetold } },
  es: { tag: 'es-ES', texts: es, words: { ...esWords, ...esRetold } },
};

type Values = Readonly<Record<string, string | number>>;

/** The words of a case file in one language. */
export type Say = {
  tag: string;
  /** A heading or sentence, with its placeholders filled in; a count of one has words of its own. */
  text(key: keyof FileTexts, values?: Values): string;
  /** What a code means; one without words stays as it is. */
  code(kind: string, code: string, values?: Values): string;
  /** What a call of the API asks for; undefined where the operation has no words. */
  operation(id: string): string | undefined;
};

const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (whole, name) => `${values[name] ?? whole}`);

/** Makes the words of a language. */
export function sayIn(language: CaseFileLanguage): Say {
  const { tag, texts, words } = LANGUAGES[language];
  return {
    tag,
    text(key, values = {}) {
      const one = `${key}_one` as keyof FileTexts;
      return fill(values['count'] === 1 && one in texts ? texts[one] : texts[key], values);
    },
    code: (kind, code, values = {}) => fill(words[`${kind}${code}`] ?? code, values),
    operation: (id) => (Object.hasOwn(operationWords, id) ? operationWords[id]?.[language] : undefined),
  };
}

/** A number as the language writes it; what is none stays as it is. */
export const writeNumber = (value: string, { tag }: Pick<Say, 'tag'>): string => {
  const number = Number(value);
  return Number.isFinite(number)
    ? new Intl.NumberFormat(tag, { maximumFractionDigits: 6 }).format(number)
    : value;
};

/** An instant as a case file writes it: exact to the second, and the same everywhere. */
export const writeTime = (at: string | Date): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
