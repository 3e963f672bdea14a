/** A value as its column holds it; null is no value, a list may be empty. */
export type SettingValue = string | number | readonly string[] | null;

/** Takes an operator's text; undefined means that it is not within the bounds. */
export type ParseSetting = (text: string) => SettingValue | undefined;

/** One thing an operator may set: its name, its column, its bounds in words, its default, and how it is read. */
export type Setting = {
  name: string;
  column: string;
  bounds: string;
  fallback: SettingValue;
  purpose: string;
  parse: ParseSetting;
  /** The value as an operator wrote it, where the database keeps it in another form. */
  read?: (stored: SettingValue) => SettingValue;
  /** The default in production, where it is another. */
  productionFallback?: SettingValue;
  /** A value that production takes only with words behind a colon, by which the operator says what it means. */
  accepted?: { value: string; words: string; meaning: string };
};

const MAX_LIST_LENGTH = 20;

/** A whole number between two bounds, both included. */
export const wholeNumber =
  (low: number, high: number): ParseSetting =>
  (text) => {
    const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= low && value <= high ? value : undefined;
  };

/** A decimal between two bounds, both included. */
export const decimalNumber =
  (low: number, high: number): ParseSetting =>
  (text) => {
    const value = /^[0-9](\.[0-9]{1,6})?$/.test(text) ? Number(text) : Number.NaN;
    return value >= low && value <= high ? value : undefined;
  };

/** One of some words. */
export const word =
  (...words: string[]): ParseSetting =>
  (text) =>
    words.includes(text) ? text : undefined;

/** What another rule takes, or the word `none`. */
export const orNone =
  (parse: ParseSetting): ParseSetting =>
  (text) =>
    text === 'none' ? null : parse(text);

/** Up to 20 things separated by commas, each taken by its own rule and written in one way; no text is an empty list. */
export const list =
  (parse: (part: string) => string | undefined): ParseSetting =>
  (text) => {
    const parts = text.trim() === '' ? [] : text.split(',').map((part) => parse(part.trim()));
    if (parts.length > MAX_LIST_LENGTH || parts.includes(undefined)) return undefined;
    return [...new Set(parts as string[])];
  };

/** The value as an operator would write it. */
export function formatSetting(value: SettingValue): string {
  if (value === null) return 'none';
  return typeof value === 'object' ? value.join(',') : String(value);
}
