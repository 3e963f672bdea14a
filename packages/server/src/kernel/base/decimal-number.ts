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

/** A plain decimal number (`12.3400`) without the zeros that end its fraction (`12.34`); it takes linear time, which `/0+$/` does not. */
export function withoutTrailingZeros(amount: string): string {
  const point = amount.indexOf('.');
  if (point < 0) return amount;
  let end = amount.length;
  while (amount[end - 1] === '0') end -= 1;
  return amount.slice(0, end - 1 === point ? point : end);
}
