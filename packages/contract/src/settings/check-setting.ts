import { parseAmount } from './amounts.ts';
import { parseAppScheme } from './app-scheme.ts';
import type {
  ChoiceShape,
  CodesShape,
  ListForm,
  ListShape,
  NumberShape,
  SettingShape,
  SettingValue,
  TextForm,
} from './setting-shape.ts';
import {
  parseColour,
  parseDisplayName,
  parseEmail,
  parseHost,
  parseIntroduction,
  parseNoticeUrl,
  parseOrigin,
  parsePhone,
} from './web-values.ts';

/** Reads a text in one form; undefined means that it has not the form. */
export type ParseForm = (text: string) => string | undefined;
/** The forms that a reader knows. */
export type KnownForms = Readonly<Partial<Record<ListForm | TextForm, ParseForm>>>;

/** The forms that need nothing but the language: those that the page checks itself. */
export const webForms = {
  amount: parseAmount,
  colour: parseColour,
  'display-name': parseDisplayName,
  introduction: parseIntroduction,
  host: parseHost,
  origin: parseOrigin,
  'app-scheme': parseAppScheme,
  'https-address': parseNoticeUrl,
  email: parseEmail,
  phone: parsePhone,
} as const satisfies KnownForms;

/** The word that means no value. */
export const NO_VALUE = 'none';

/** A form that the reader does not know is left to the server. */
const parserOf = (form: ListForm | TextForm, forms: KnownForms): ParseForm => forms[form] ?? ((text) => text);

function checkNumber(
  { min, max, isDecimal, words = {} }: NumberShape,
  text: string,
): SettingValue | undefined {
  if (Object.hasOwn(words, text)) return words[text];
  const pattern = isDecimal ? /^[0-9](\.[0-9]{1,6})?$/ : /^[0-9]{1,9}$/;
  const value = pattern.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

const checkChoice = ({ options, accepted }: ChoiceShape, text: string): string | undefined =>
  options.includes(text) || (accepted && text === `${accepted.value}:${accepted.words}`) ? text : undefined;

/** Parts of a text that commas separate, without the spaces around them; no text is an empty list. */
const partsOf = (text: string): string[] =>
  text.trim() === '' ? [] : text.split(',').map((part) => part.trim());

function checkCodes({ options, hasFamilies }: CodesShape, text: string): readonly string[] | undefined {
  const found = partsOf(text).map((part) =>
    options.filter((code) => code === part || (hasFamilies && isOfFamily(code, part))),
  );
  const isWhole = found.every(({ length }) => length > 0) && (!hasFamilies || found.length > 0);
  return isWhole ? [...new Set(found.flat())] : undefined;
}

const isOfFamily = (code: string, part: string): boolean =>
  part.endsWith(':*') && code.startsWith(part.slice(0, -1));

function checkList(
  { form, max, alone = [] }: ListShape,
  text: string,
  forms: KnownForms,
): readonly string[] | undefined {
  if (alone.includes(text)) return [text];
  const parts = partsOf(text).map(parserOf(form, forms));
  if (parts.length > max) return undefined;
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? [...new Set(known)] : undefined;
}

/** Reads an operator's text by the shape of its setting; undefined means that it is not within the bounds. */
export function checkSetting(
  shape: SettingShape,
  text: string,
  forms: KnownForms = webForms,
): SettingValue | undefined {
  if ('hasNone' in shape && shape.hasNone && text === NO_VALUE) return null;
  switch (shape.kind) {
    case 'number':
      return checkNumber(shape, text);
    case 'choice':
      return checkChoice(shape, text);
    case 'codes':
      return checkCodes(shape, text);
    case 'list':
      return checkList(shape, text, forms);
    default:
      return parserOf(shape.form, forms)(text);
  }
}

/** The value as an operator would write it. */
export function formatSetting(value: SettingValue): string {
  if (value === null) return NO_VALUE;
  return typeof value === 'object' ? value.join(',') : String(value);
}
