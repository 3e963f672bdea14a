import { twinOf } from '../../../ui/time-words.ts';
import { parseInstant, TO_THE_SECOND } from './parse-instant.ts';

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
