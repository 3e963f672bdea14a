import { twinOf } from '../../../ui/time-words.ts';

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z$/;
const TO_THE_SECOND = 'yyyy-mm-ddThh:mm:ss'.length;

/** Reads an instant out of an address, to the millisecond of UTC; anything else, such as February 30, counts as absent. */
export function parseInstant(value: unknown): string | undefined {
  if (typeof value !== 'string' || !INSTANT.test(value)) return undefined;
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return undefined;
  const instant = at.toISOString();
  // A day or an hour that does not exist is read as one of the next month or day.
  return instant.startsWith(value.slice(0, TO_THE_SECOND)) ? instant : undefined;
}

const padded = (part: number, length = 2): string => String(part).padStart(length, '0');

/** An instant as the browser's field for a local date and time has it, to the second. */
export function toFieldValue(instant: string): string {
  const at = new Date(instant);
  const day = `${padded(at.getFullYear(), 4)}-${padded(at.getMonth() + 1)}-${padded(at.getDate())}`;
  return `${day}T${padded(at.getHours())}:${padded(at.getMinutes())}:${padded(at.getSeconds())}`;
}

/**
 * The instant that such a field means: the end of its second, so that what happened within it counts; of a time that comes twice, the first.
 * Undefined for a time that clocks leave out, and where the address could not carry it.
 */
export function fromFieldValue(value: string): string | undefined {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return undefined;
  at.setMilliseconds(999);
  const instant = parseInstant(at.toISOString());
  // Browsers read a time that was leapt over as one of the next hour.
  const isShown = instant !== undefined && toFieldValue(instant).startsWith(value.slice(0, TO_THE_SECOND));
  return isShown ? instant : undefined;
}

/** The two instants of a time that comes twice, the first one first; undefined of any other. */
export function instantsOf(instant: string): [string, string] | undefined {
  const twin = twinOf(instant);
  if (twin === undefined) return undefined;
  return twin < instant ? [twin, instant] : [instant, twin];
}

/** The day and the time to the second on a clock of 24 hours, in the viewer's zone, which it names: who gets the address may be in another one. */
export const momentTime = (instant: string, tag: string): string =>
  new Intl.DateTimeFormat(tag, {
    ...{ year: 'numeric', month: 'long', day: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    ...{ hourCycle: 'h23', timeZoneName: 'short' },
  }).format(new Date(instant));
