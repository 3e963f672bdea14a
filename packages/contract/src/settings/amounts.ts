/** A plain decimal number (`12.3400`) without the zeros that end its fraction (`12.34`); it takes linear time, which `/0+$/` does not. */
export function withoutTrailingZeros(amount: string): string {
  const point = amount.indexOf('.');
  if (point < 0) return amount;
  let end = amount.length;
  while (amount[end - 1] === '0') end -= 1;
  return amount.slice(0, end - 1 === point ? point : end);
}

const AMOUNT = /^(?!0+(\.0+)?$)(0|[1-9][0-9]{0,12})(\.[0-9]{1,4})?$/;

/** An amount above 0 of up to 13 digits and 4 decimals. */
export const parseAmount = (text: string): string | undefined =>
  AMOUNT.test(text) ? withoutTrailingZeros(text) : undefined;
