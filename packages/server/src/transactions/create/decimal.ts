import { readDecimal } from '../../kernel/base/decimal-number.ts';

const SOURCE = /^(0|[1-9][0-9]{0,12})(?:\.([0-9]{1,4}))?$/;
const HAS_EXPONENT = /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?e/i;
/** Beyond these places before and behind the point nothing is an amount. */
const MAX_PLACES = { before: 13, behind: 4 };

/** The same number without its exponent: the point moves, and zeros that say nothing go. */
function withoutExponent(source: string): string {
  const number = HAS_EXPONENT.test(source) ? readDecimal(source) : undefined;
  if (number === undefined || number.power > MAX_PLACES.before || number.power < -MAX_PLACES.behind)
    return source;
  const { digits, power } = number;
  if (power >= 0) return digits === '' ? '0' : digits + '0'.repeat(power);
  const padded = digits.padStart(1 - power, '0');
  return `${padded.slice(0, power)}.${padded.slice(power)}`;
}

/**
 * The amount a JSON number was written as, exact: up to 13 digits and 4 decimals without sign; else undefined. Kept as written, but
 * for an exponent, which many writers use for large and small numbers: `1.25E7` is `12500000`.
 */
export function parseAmount(source: string): string | undefined {
  const amount = withoutExponent(source);
  return SOURCE.test(amount) ? amount : undefined;
}

const scaled = (amount: string): bigint => {
  const [whole = '0', decimals = ''] = amount.split('.');
  return BigInt(whole + decimals.padEnd(4, '0').slice(0, 4));
};

/** Whether one amount is greater than another, without rounding. */
export const isGreater = (amount: string, limit: string): boolean => scaled(amount) > scaled(limit);
