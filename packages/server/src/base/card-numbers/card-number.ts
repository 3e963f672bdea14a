import { Refusal } from '../refusal.ts';
import { decodedForms } from './decoded-forms.ts';
import { holdsForeignNumber } from './foreign-number.ts';
import { type CardAtHand, holdsOwnNumber } from './own-number.ts';

/**
 * Whether a text holds a complete card number (ISO/IEC 7812-1), however it is encoded. What is known of the card at hand is the
 * strongest evidence; of other cards only spellings count that order numbers do not share.
 */
export function containsCardNumber(text: string, card?: CardAtHand): boolean {
  return decodedForms(text).some(
    (form) => holdsForeignNumber(form) || (card !== undefined && holdsOwnNumber(form, card)),
  );
}

/** Refuses with 40026 a text that holds a complete card number; the text is not repeated. */
export function refuseCardNumber(field: string, text: string | undefined, card?: CardAtHand): void {
  if (text !== undefined && containsCardNumber(text, card)) throw new Refusal('40026', cardNumberIn(field));
}

/** What is said of a field that holds a complete card number: what it is, and the way out for digits that only look like one. */
export const cardNumberIn = (field: string): string =>
  `${field} holds what looks like a full card number. If it is none, write its digits in groups of seven, such as 4000001-2345678.`;
