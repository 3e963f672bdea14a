import { CARD_BRANDS, type CardBrand } from '@titular/contract';

/** A brand with first and last BIN of a range, of 8 digits each. */
type BrandRange = { brand: CardBrand; from: number; to: number };

/** Published ranges: a prefix, or two of the same length with a hyphen. */
const PREFIXES: Readonly<Partial<Record<CardBrand, string>>> = {
  visa: '4',
  mastercard: '51-55 2221-2720',
  amex: '34 37',
  discover: '6011 644-649 65',
  diners: '300-305 36 38',
  jcb: '3528-3589',
  unionpay: '62',
  elo: '401178-401179 431274 438935 451416 457393 457631-457632 504175 506699-506778 509000-509999 627780 636297 636368',
  hipercard: '606282',
};

/** First and last BIN of 8 digits that begin with these. */
export const paddedRange = (from: string, to: string): { from: number; to: number } => ({
  from: Number(from.padEnd(8, '0')),
  to: Number(to.padEnd(8, '9')),
});

const ranges: readonly BrandRange[] = CARD_BRANDS.flatMap((brand) =>
  (PREFIXES[brand] ?? '')
    .split(' ')
    .filter((prefix) => prefix !== '')
    .map((prefix) => {
      const [from = '', to = from] = prefix.split('-');
      return { brand, ...paddedRange(from, to) };
    }),
);

/** The brand whose published range holds all BINs with these first digits; of several, the one with the narrowest. */
export function brandOf(binDigits: string): CardBrand | undefined {
  const asked = paddedRange(binDigits, binDigits);
  const holding = ranges.filter(({ from, to }) => from <= asked.from && to >= asked.to);
  return holding.sort((one, other) => one.to - one.from - (other.to - other.from))[0]?.brand;
}
