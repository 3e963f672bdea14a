import { numberSource } from './strict-json.ts';

const DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:e([+-]?[0-9]+))?$/i;

/** Sign, digits without zeros at either end, and power of ten: the same for each spelling of one decimal number. */
function decimalForm(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] = DECIMAL.exec(text) ?? [];
  const digits = whole + fraction;
  let [start, end] = [0, digits.length];
  while (start < end && digits[start] === '0') start += 1;
  while (end > start && digits[end - 1] === '0') end -= 1;
  if (start === end) return '0';
  return `${sign}${digits.slice(start, end)}e${Number(power) - fraction.length + digits.length - end}`;
}

function exactly(holder: object, name: string, value: unknown): unknown {
  if (typeof value !== 'number') return withExactNumbers(value);
  const written = numberSource(holder, name);
  if (written === undefined || decimalForm(written) === decimalForm(String(value))) return value;
  return { written };
}

/**
 * A parsed body in which a number that a double does not keep stands as `{ written }`, with the digits it was sent with; all others stay.
 * Two bodies are then alike only if all their numbers are.
 */
export function withExactNumbers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one, at) => exactly(value, String(at), one));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, exactly(value, name, one)]));
}
