import { isId } from '../base/id.ts';
import { Refusal } from '../base/refusal.ts';

/** An instant of a query, whose form the schema has checked; refuses with 40002 one that no calendar has. */
export function parseInstant(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime()))
    throw new Refusal('40002', `${field} must be a date and time that exists.`);
  return instant;
}

/** An id that an address holds in its path, in lower case; refuses with 40006 what is none. */
export function parsePathId(text: string): string {
  if (!isId(text)) throw new Refusal('40006');
  return text.toLowerCase();
}

/** An id of a query in lower case; refuses with 40002 what is none. */
export function parseId(field: string, text: string | undefined): string | undefined {
  if (text !== undefined && !isId(text)) throw new Refusal('40002', `${field} must be a UUID.`);
  return text?.toLowerCase();
}
