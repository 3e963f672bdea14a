import { startsWithDate } from './dates.ts';

/** One network: the first digits of its numbers, and the lengths they have today. */
type Network = { name: string; prefix: RegExp; lengths: readonly number[] };

/**
 * Lengths that numbers of any card are looked for in. 17 and 18 digits are issued so rarely that order numbers outnumber them,
 * and 13 are not issued any more.
 */
export const ISSUED_LENGTHS: readonly number[] = [16, 15, 14, 19];

// Numbers from 81 and 82 are left to the order numbers of marketplaces, of which there are far more.
const NETWORKS: readonly Network[] = [
  { name: 'Visa', prefix: /^4/, lengths: [16, 19] },
  { name: 'Mastercard', prefix: /^5[1-5]/, lengths: [16] },
  { name: 'Mastercard, 2 series', prefix: /^(?:222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { name: 'American Express', prefix: /^3[47]/, lengths: [15] },
  { name: 'Diners Club', prefix: /^3(?:0[0-5]|095|[689])/, lengths: [14] },
  { name: 'JCB', prefix: /^35(?:2[89]|[3-8])/, lengths: [16] },
  { name: 'Maestro, Discover, UnionPay, Elo, Hipercard, RuPay', prefix: /^(?:5[0678]|6)/, lengths: [16, 19] },
  { name: 'Hipercard of 19 digits', prefix: /^3841[046]0/, lengths: [19] },
  { name: 'Mir', prefix: /^220[0-4]/, lengths: [16] },
  { name: 'Troy, Humo', prefix: /^(?:9792|9860)/, lengths: [16] },
];

const FORMER_VISA = /^4[0-9]{12}$/;

/** Whether the last digit is the check digit of the others (ISO/IEC 7812-1, annex B). */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/**
 * Whether ASCII digits are a complete card number: the length and first digits of one network, and a sound check digit. Digits that
 * begin with a date are order numbers: the 2 series of Mastercard holds every day of the years 2023 to 2027.
 */
export const isCardNumber = (digits: string): boolean =>
  NETWORKS.some(({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits)) &&
  passesLuhn(digits) &&
  !(digits.startsWith('2') && startsWithDate(digits));

/** Whether ASCII digits are a complete card number of today, or of 13 digits as Visa once gave out. */
export const wasCardNumber = (digits: string): boolean =>
  isCardNumber(digits) || (FORMER_VISA.test(digits) && passesLuhn(digits));
