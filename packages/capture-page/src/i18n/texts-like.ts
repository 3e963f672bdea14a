import type { SessionView } from '@titular/contract/page';

/** What the person is asked for. */
export type Subject = SessionView['subject'];

type Text<T> = T extends string ? string : Readonly<Record<Subject, string>>;
/** Texts in another language: one that misses a key of the original, or the text for one subject, does not compile. */
export type TextsLike<Original> = { readonly [Key in keyof Original]: Text<Original[Key]> };
