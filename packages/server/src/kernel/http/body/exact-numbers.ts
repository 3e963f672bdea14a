import { readDecimal } from '../../base/decimal-number.ts';
import { numberSource } from './strict-json.ts';

function isSameNumber(one: string, other: string): boolean {
  const [left, right] = [readDecimal(one), readDecimal(other)];
  return (
    left?.digits === right?.digits && left?.power === right?.power && left?.isNegative === right?.isNegative
  );
}

function exactly(holder: object, name: string, value: unknown): unknown {
  if (typeof value !== 'number') return withExactNumbers(value);
  const written = numberSource(holder, name);
  if (written === undefined || isSameNumber(written, String(value))) return value;
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
