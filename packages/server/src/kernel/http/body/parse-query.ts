import { type AnyId, parseUuid } from '../../base/id.ts';
import { Refusal } from '../../base/refusal.ts';

/** Whether the day is one of its month: `Date` would go on into the next one. */
function hasDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCDate() === day;
}

/** An instant of a query, whose form the schema has checked; refuses with 40002 one that no calendar has. */
export function parseInstant(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime()) || !hasDay(text))
    throw new Refusal('40002', `${field} must be a date and time that exists.`);
  return instant;
}

/** An id that an address holds in its path, in lower case; refuses with 40006 what is none. */
export function parsePathId(text: string): AnyId {
  const id = parseUuid(text);
  if (!id) throw new Refusal('40006');
  return id;
}

/** An id of a query in lower case; refuses with 40002 what is none. */
export function parseId(field: string, text: string | undefined): AnyId | undefined {
  if (text === undefined) return undefined;
  const id = parseUuid(text);
  if (!id) throw new Refusal('40002', `${field} must be a UUID.`);
  return id;
}

/** Refuses with 40002 an address whose query is no percent-encoded UTF-8: what the parser would make of it nobody has sent. */
export function refuseBrokenQuery(target: string): void {
  try {
    decodeURIComponent(target.slice(target.indexOf('?') + 1));
  } catch {
    throw new Refusal(
      '40002',
      'The query is not percent-encoded UTF-8: ã is %C3%A3, and a percent sign itself is %25.',
    );
  }
}
