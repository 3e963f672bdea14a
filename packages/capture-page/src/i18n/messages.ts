import type { PageLanguage } from '@titular/contract/page';
import { languageFacts } from './choose-language.ts';
import type { afterwardsTexts } from './en/afterwards-texts.ts';
import type { linkTexts } from './en/link-texts.ts';
import type { en } from './messages.en.ts';
import type { Counted, Subject, TextsLike } from './texts-like.ts';

/** Texts that are fetched once they are needed, in English. */
export type LaterTexts = typeof afterwardsTexts & typeof linkTexts;
/** Name of one text of the page. */
export type MessageKey = keyof typeof en | keyof LaterTexts;
/** The texts that a page starts with: a language that misses a key, or the text for one subject, does not compile. */
export type EarlyMessages = TextsLike<typeof en>;
/** A complete dictionary. */
export type Messages = EarlyMessages & TextsLike<LaterTexts>;
/** What fills the placeholders of a text: words as they are, numbers as the language writes them; `count` chooses the form of a text that is counted. */
type TextValues = Readonly<Record<string, string | number>>;
/** Says a text in the chosen language, with `{name}` placeholders filled in; an unknown placeholder stays visible. */
export type Translate = (key: MessageKey, values?: TextValues) => string;

/** What has been fetched of each language. */
const fetched: Partial<Record<PageLanguage, Partial<Messages>>> = {};

/** Joins fetched texts to those of the language. */
export function addTexts(language: PageLanguage, texts: Partial<Messages>): void {
  fetched[language] = { ...fetched[language], ...texts };
}

/** Whether the texts that a page starts with are there. */
export const hasTexts = (language: PageLanguage): boolean => fetched[language]?.documentTitle !== undefined;

type Text = Messages[MessageKey];

/** Whether a text depends on a number. */
export const isCounted = (text: Text): text is Counted => typeof text === 'object' && 'other' in text;

function chooseForm(text: Text, subject: Subject, count: string | number | undefined, tag: string): string {
  if (typeof text === 'string') return text;
  if (!isCounted(text)) return text[subject];
  if (count === 0 && text.none !== undefined) return text.none;
  return text[new Intl.PluralRules(tag).select(Number(count))] ?? text.other;
}

/** Makes the translator of one language and subject; a text that has not been fetched is empty. */
export function createTranslate(language: PageLanguage, subject: Subject): Translate {
  const { tag } = languageFacts[language];
  return (key, values = {}) => {
    const chosen = chooseForm(fetched[language]?.[key] ?? '', subject, values['count'], tag);
    return chosen.replace(/\{(\w+)\}/g, (whole, name) => {
      const value = values[name];
      return typeof value === 'number' ? new Intl.NumberFormat(tag).format(value) : (value ?? whole);
    });
  };
}
