import { wasCardNumber } from './networks.ts';

/** What is known of the card that a text belongs to: its first six or eight digits, and its last four. */
export type CardAtHand = { binDigits: string; lastDigits: string };

/** Digits of the shortest number. */
export const MIN_DIGITS = 13;
const MAX_DIGITS = 19;

/** Names of parameters and fields, which may hold digits of their own. */
const NAME = /[A-Za-z_][A-Za-z0-9_.[\]-]{0,30}=/g;
/** Letters that are read as digits. */
export const LOOK_ALIKE: Readonly<Record<string, string>> = { o: '0', O: '0', l: '1', I: '1' };

type Digits = { text: string; digits: string; places: readonly number[] };

const onlyDigits = (text: string): string => text.replace(/[^0-9]+/g, '');

function digitsOf(text: string): Digits {
  const found = [...text.matchAll(/[0-9]/g)];
  return { text, digits: found.map(([digit]) => digit).join(''), places: found.map(({ index }) => index) };
}

/** With words between the digits, a number must be one of a network: first and last digits may well be named in one text. */
function isOneNumber({ text, digits, places }: Digits, start: number, end: number): boolean {
  const hasWords = /\p{L}/u.test(text.slice(places[start], places[end - 1]));
  return !hasWords || wasCardNumber(digits.slice(start, end));
}

function holdsWindow(read: Digits, { binDigits, lastDigits }: CardAtHand): boolean {
  const { digits } = read;
  for (let start = digits.indexOf(binDigits); start >= 0; start = digits.indexOf(binDigits, start + 1)) {
    for (let length = MIN_DIGITS; length <= MAX_DIGITS; length += 1) {
      const end = start + length;
      const ends = end <= digits.length && digits.startsWith(lastDigits, end - lastDigits.length);
      if (ends && isOneNumber(read, start, end)) return true;
    }
  }
  return false;
}

/** Whether a decoded text holds the number of the card at hand: 13 to 19 digits, whatever parts them, that begin and end as it does. */
export function holdsOwnNumber(text: string, card: CardAtHand): boolean {
  const spellings = [
    text,
    text.replace(NAME, 'x'),
    text.replace(/[oOlI]/g, (letter) => LOOK_ALIKE[letter] ?? letter),
  ];
  return [...new Set(spellings)].some(
    (spelling) => onlyDigits(spelling).includes(card.binDigits) && holdsWindow(digitsOf(spelling), card),
  );
}
