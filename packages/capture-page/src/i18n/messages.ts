import type { PageLanguage } from '@titular/contract/page';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { pt } from './messages.pt.ts';
import type { Subject, TextsLike } from './texts-like.ts';

/** Name of one text of the page. */
export type MessageKey = keyof typeof en;
/** A complete dictionary: a language that misses a key, or the text for one subject, does not compile. */
export type Messages = TextsLike<typeof en>;
/** Says a text in the chosen language, with `{name}` placeholders filled in; an unknown placeholder stays visible. */
export type Translate = (key: MessageKey, values?: Readonly<Record<string, string>>) => string;

/** The dictionaries by language. */
export const dictionaries: Readonly<Record<PageLanguage, Messages>> = { pt, en, es };

/** Makes the translator of one language and subject. */
export function createTranslate(language: PageLanguage, subject: Subject): Translate {
  const messages = dictionaries[language];
  return (key, values = {}) => {
    const text = messages[key];
    const chosen = typeof text === 'string' ? text : text[subject];
    return chosen.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  };
}
