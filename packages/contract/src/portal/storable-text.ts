import { Type } from 'typebox';

/** A text that the database can keep or look for: PostgreSQL has no U+0000 in its texts. */
export const storableText = (minLength: number, maxLength: number) =>
  Type.String({ minLength, maxLength, pattern: '^[^\\u0000]*$' });
