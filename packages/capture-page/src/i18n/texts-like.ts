import type { SessionView } from '@titular/contract/page';

/** What the person is asked for. */
export type Subject = SessionView['subject'];

/**
 * A text that depends on the number `count`: `none` for exactly 0, else the form that the language's plural rules name (CLDR), else `other`.
 */
export type Counted = Readonly<Partial<Record<Intl.LDMLPluralRule | 'none', string>> & { other: string }>;

type Text<T> = T extends string
  ? string
  : T extends { other: string }
    ? Counted
    : Readonly<Record<Subject, string>>;
/** Texts in another language: one that misses a key of the original, or the text for one subject, does not compile. */
export type TextsLike<Original> = { readonly [Key in keyof Original]: Text<Original[Key]> };
