/** A decimal number by its digits without zeros at either end, none for zero, and the power of ten of the last. */
export type DecimalNumber = { isNegative: boolean; digits: string; power: number };

const DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:e([+-]?[0-9]+))?$/i;

/** Reads a number as JSON writes it (RFC 8259 section 6), exact at any length; undefined for what is none. */
export function readDecimal(text: string): DecimalNumber | undefined {
  const [match, sign, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  if (match === undefined) return undefined;
  const digits = whole + fraction;
  let [start, end] = [0, digits.length];
  while (start < end && digits[start] === '0') start += 1;
  while (end > start && digits[end - 1] === '0') end -= 1;
  const power = start === end ? 0 : Number(exponent) - fraction.length + digits.length - end;
  return { isNegative: sign === '-' && start < end, digits: digits.slice(start, end), power };
}

export { withoutTrailingZeros } from '@titular/contract';
