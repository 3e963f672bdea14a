import { zoneOfTwin } from '../../../ui/time-words.ts';

/** The time of day to the second on a clock of 24 hours, in the viewer's zone: lines of a log stay short. In the hour that comes twice the zone is named. */
export const clockTime = (at: string, tag: string): string =>
  new Intl.DateTimeFormat(tag, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...zoneOfTwin(at),
  }).format(new Date(at));

/** The day, in the viewer's zone. */
export const dayTime = (at: string, tag: string): string =>
  new Intl.DateTimeFormat(tag, { dateStyle: 'full' }).format(new Date(at));

/** A length of time in one unit, as the language writes it. */
export function durationWords(milliseconds: number, tag: string): string {
  const [value, unit] =
    milliseconds < 1_000
      ? ([milliseconds, 'millisecond'] as const)
      : milliseconds < 60_000
        ? ([milliseconds / 1_000, 'second'] as const)
        : ([milliseconds / 60_000, 'minute'] as const);
  return new Intl.NumberFormat(tag, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value);
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Says how long something waits in its largest unit and the next one, such as 1 hour, 30 minutes; a dash where nothing does. */
export function spanWords(seconds: number, tag: string): string {
  const whole = Math.floor(seconds);
  if (whole <= 0) return '–';
  const largest = UNITS.findIndex(([, size]) => whole >= size);
  const [first, second] = UNITS.slice(largest);
  if (!first) return '';
  const [unit, size] = first;
  const say = (count: number, of: string): string =>
    new Intl.NumberFormat(tag, { style: 'unit', unit: of, unitDisplay: 'long' }).format(count);
  const rest = second ? Math.floor((whole % size) / second[1]) : 0;
  const parts = [say(Math.floor(whole / size), unit), ...(second && rest > 0 ? [say(rest, second[0])] : [])];
  return new Intl.ListFormat(tag, { type: 'unit', style: 'long' }).format(parts);
}
