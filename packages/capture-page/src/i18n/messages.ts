import type { PageLanguage } from '@titular/contract/page';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { pt } from './messages.pt.ts';

/** Name of one text of the page. */
export type MessageKey = keyof typeof en;
/** A complete dictionary: a language that misses a key does not compile. */
export type Messages = Readonly<Record<MessageKey, string>>;
/** Says a text in the chosen language, with `{name}` placeholders filled in; an unknown placeholder stays visible. */
export type Translate = (key: MessageKey, values?: Readonly<Record<string, string>>) => string;

/** The dictionaries by language. */
export const dictionaries: Readonly<Record<PageLanguage, Messages>> = { pt, en, es };

/** Makes the translator of one language. */
export function createTranslate(language: PageLanguage): Translate {
  const messages = dictionaries[language];
  return (key, values = {}) => messages[key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
