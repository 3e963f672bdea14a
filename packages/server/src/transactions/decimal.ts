const SOURCE = /^(0|[1-9][0-9]{0,12})(?:\.([0-9]{1,4}))?$/;
/** A number with an exponent (RFC 8259 section 6); longer ones cannot be amounts unless they are mostly zeros. */
const WITH_EXPONENT = /^(0|[1-9][0-9]{0,39})(?:\.([0-9]{1,40}))?[eE]([+-]?)0*([0-9]{1,2})$/;

/** The same number without its exponent: the point moves, and zeros that say nothing go. */
function withoutExponent(source: string): string {
  const [match, whole = '', decimals = '', sign, exponent] = WITH_EXPONENT.exec(source) ?? [];
  if (match === undefined) return source;
  const shift = Number(exponent) * (sign === '-' ? -1 : 1);
  const digits = '0'.repeat(100) + whole + decimals + '0'.repeat(100);
  const point = 100 + whole.length + shift;
  const before = digits.slice(0, point).replace(/^0+(?=[0-9])/, '');
  const after = digits.slice(point).replace(/(?<!0)0+$/, '');
  return after === '' ? before : `${before}.${after}`;
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
