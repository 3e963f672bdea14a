/**
 * A text that depends on the number `count`: `none` for exactly 0, else the form that the language's plural rules name (CLDR), else `other`.
 */
type Counted = Readonly<Partial<Record<Intl.LDMLPluralRule | 'none', string>> & { other: string }>;

/** A text of the page. */
export type Text = string | Counted;
/** Texts in another language: one that misses a key of the original does not compile. */
export type TextsLike<Original> = {
  readonly [Key in keyof Original]: Original[Key] extends string ? string : Counted;
};
