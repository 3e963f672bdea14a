import { cardNumberIn } from '@titular/contract';
import { Refusal } from '../refusal.ts';
import { decodedForms } from './decoded-forms.ts';
import { hasFewDigits } from './few-digits.ts';
import { holdsForeignNumber } from './foreign-number.ts';
import { type CardAtHand, holdsOwnNumber } from './own-number.ts';

/**
 * Whether a text holds a complete card number (ISO/IEC 7812-1), however it is encoded. What is known of the card at hand is the
 * strongest evidence; of other cards only spellings count that order numbers do not share.
 */
export function containsCardNumber(text: string, card?: CardAtHand): boolean {
  if (hasFewDigits(text)) return false;
  return decodedForms(text).some(
    (form) => holdsForeignNumber(form) || (card !== undefined && holdsOwnNumber(form, card)),
  );
}

/** Refuses with 40026 a text that holds a complete card number; the text is not repeated. */
export function refuseCardNumber(field: string, text: string | undefined, card?: CardAtHand): void {
  if (text !== undefined && containsCardNumber(text, card)) throw new Refusal('40026', cardNumberIn(field));
}
