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
