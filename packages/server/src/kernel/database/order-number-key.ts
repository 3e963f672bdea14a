import { type RawBuilder, sql } from 'kysely';

/** The order number of a transaction as its one index has it: in lower case, of the letters A to Z alone. Whoever asks by it compares the order number itself as well. */
export const orderNumberKey: RawBuilder<string> = sql`lower(order_number COLLATE "C")`;

/** A text as that index has it. */
export const foldOrderNumber = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
