import { hasIdForm } from '../id-pattern.ts';
import { identityKinds } from '../identity/identity-kinds.ts';

/** What a text in the search box can stand for. */
export const SEARCH_KINDS = [
  'id',
  'identity',
  'card',
  'order_number',
  'order_number_beginning',
  'order_number_other_case',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Marks that no order number has: controls, and what turns the direction of a text (UAX 9). */
const NO_SIGNS = /[\p{Cc}\p{Bidi_Control}]/gu;
/** Signs without a width, which copies of web pages bring along. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}]/gu;

/** The order number that a text means: what was copied along with it is taken off, its own spaces and signs stay. */
export const readOrderNumber = (text: string): string => text.replace(NO_SIGNS, '').trim();

/** A text in the plain form of its signs (NFKC), without those that nobody sees. */
const plain = (text: string): string => readOrderNumber(text).replace(UNSEEN, '').normalize('NFKC').trim();

const HYPHENS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** The id that a text is, in lower case: with hyphens or without, in braces, or as a URN (RFC 9562 section 4); undefined where it is none. */
export function readId(text: string): string | undefined {
  const bare = plain(text)
    .toLowerCase()
    .replace(/^urn:uuid:/, '')
    .replace(/^\{(.*)\}$/, '$1');
  const id = /^[0-9a-f]{32}$/.test(bare) ? bare.replace(HYPHENS, '$1-$2-$3-$4-$5') : bare;
  return hasIdForm(id) ? id : undefined;
}

/** What registers write between the characters of an identity; PDF files have other hyphens than keyboards. */
const PUNCTUATION = /[\s./\-‐‑‒–—−]/gu;

/** The identities that a text can be, by kind and normalised value: those whose check digits are right. */
export function readIdentities(text: string): { key: string; value: string }[] {
  const value = plain(text).replace(PUNCTUATION, '');
  return Object.entries(identityKinds).flatMap(([key, kind]) => {
    const normal = kind.normalise(value);
    return kind.isSound(normal) ? [{ key, value: normal }] : [];
  });
}

/** The digits by which a card is found. */
export type CardReading = { binDigits: string; lastDigits: string };

/** First digits and last four with what stands for the hidden ones, or a space, between them. */
const MASKED_CARD = /^([0-9]{8})[ *•·.xX×#_-]*([0-9]{4})$/u;
/** Of numbers of 15 digits and fewer only six leading digits are kept and shown. */
const MASKED_SHORT_CARD = /^(3[04678][0-9]{4})[ *•·.xX×#_-]+([0-9]{4})$/u;
/** Eight digits, then four, spaced as on the card: `4111 1111 1111` is eight and four. */
const GROUP_GAPS = /(?<=[0-9*•·xX×#]{4})[ -](?=[0-9*•·xX×#]{1,4})/gu;
const COMPLETE_CARD = /^[0-9]{14,19}$/;

/** The card that a text is: its first eight digits and last four, in the spellings of receipts and consoles; undefined where it is none. */
export function readCard(text: string): CardReading | undefined {
  const spaced = plain(text);
  const joined = spaced.replace(GROUP_GAPS, '');
  const found = MASKED_CARD.exec(joined) ?? MASKED_SHORT_CARD.exec(spaced) ?? MASKED_SHORT_CARD.exec(joined);
  const [, binDigits, lastDigits] = found ?? [];
  return binDigits === undefined || lastDigits === undefined ? undefined : { binDigits, lastDigits };
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/**
 * The first eight and last four digits of what may be a complete card number, for the page to send in its place: the service refuses a
 * complete number. Undefined where the text is none.
 */
export function shortenCard(text: string): string | undefined {
  const digits = plain(text).replace(/[ -]/g, '');
  if (!COMPLETE_CARD.test(digits) || !passesLuhn(digits)) return undefined;
  return `${digits.slice(0, 8)} ${digits.slice(-4)}`;
}

const ORDER_NUMBER_KINDS = ['order_number', 'order_number_beginning', 'order_number_other_case'] as const;

/**
 * What a text can stand for, in the order in which it is tried; none for a text without anything to look for. Nearly every text can be an
 * order number as well, for merchants number orders as they like.
 */
export function classifySearch(text: string): SearchKind[] {
  if (plain(text) === '') return [];
  return [
    ...(readId(text) === undefined ? [] : (['id'] as const)),
    ...(readIdentities(text).length === 0 ? [] : (['identity'] as const)),
    ...(readCard(text) === undefined ? [] : (['card'] as const)),
    ...ORDER_NUMBER_KINDS,
  ];
}
