/** Brands of cards, by the words of the table of BINs. */
export const CARD_BRANDS = [
  'visa',
  'mastercard',
  'maestro',
  'amex',
  'discover',
  'diners',
  'jcb',
  'unionpay',
  'elo',
  'hipercard',
  'cabal',
  'mir',
  'rupay',
] as const;
export type CardBrand = (typeof CARD_BRANDS)[number];

/** What each brand is called on the page, in every language. */
export const CARD_BRAND_NAMES: Readonly<Record<CardBrand, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  maestro: 'Maestro',
  amex: 'Amex',
  discover: 'Discover',
  diners: 'Diners',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  elo: 'Elo',
  hipercard: 'Hipercard',
  cabal: 'Cabal',
  mir: 'Mir',
  rupay: 'RuPay',
};

/** What a card pays from. */
export const CARD_KINDS = ['credit', 'debit', 'prepaid'] as const;
export type CardKind = (typeof CARD_KINDS)[number];
