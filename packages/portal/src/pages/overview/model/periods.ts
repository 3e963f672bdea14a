/** Days that can be shown, today among them. */
export const PERIODS = [1, 7, 30, 90] as const;
export type Period = (typeof PERIODS)[number];

/** What an address shows that names none. */
export const USUAL_PERIOD: Period = 7;
const HOURS = 24;
const HOUR_MS = 3_600_000;
const HOUR_MINUTES = 60;

/** The period that an address shows; anything but a period counts as the usual one. */
export const periodOf = (days: unknown): Period => PERIODS.find((one) => one === days) ?? USUAL_PERIOD;

/** The beginning of a day of the viewer's zone, so many days and hours after that of an instant. */
const startOf = (at: Date, daysLater = 0, hour = 0): Date =>
  new Date(at.getFullYear(), at.getMonth(), at.getDate() + daysLater, hour);

/** The starts of the slots of a period, and its end: of the hours of today, or of its days. */
export function startsOf(period: Period, now: Date): Date[] {
  if (period > 1) return Array.from({ length: period + 1 }, (_, day) => startOf(now, day + 1 - period));
  const hours = Array.from({ length: HOURS + 1 }, (_, hour) => startOf(now, 0, hour));
  // Where clocks are put forward, one hour of the day is another's.
  return hours.filter((start, index) => index === 0 || start > (hours[index - 1] as Date));
}

/** Slots of a comparison: the day of last week until this hour, its rest, the days between, and today. */
export const COMPARED = { before: 0, rest: 1, today: 3 } as const;

/** Today beside the same day of last week; until the last full hour, and at least for an hour. */
export function comparedStarts(now: Date): Date[] {
  const before = startOf(now, -7);
  const sameHour = startOf(now, -7, now.getHours());
  // Also where clocks are put forward at midnight, so that one o'clock is the beginning of the day.
  const until = sameHour > before ? sameHour : new Date(before.getTime() + HOUR_MS);
  return [before, until, startOf(now, -6), startOf(now), startOf(now, 1)];
}

/** A day of the viewer's zone as addresses carry it, such as `2026-11-20`. */
export function dayOf(at: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The days of slots as the list of transactions takes them; the last start ends the last day. */
export const spanOf = (starts: readonly Date[]): { from: string; to: string } => ({
  from: dayOf(starts[0] as Date),
  to: dayOf(new Date((starts.at(-1) as Date).getTime() - 1)),
});

/** Milliseconds until the next full hour of the viewer's zone. */
export const untilNextHour = (now: Date): number =>
  startOf(now, 0, now.getHours() + 1).getTime() - now.getTime();

/** Whether hours of the viewer's zone begin within those of figures: a day then begins at the full hour before. */
export const isBetweenHours = (now: Date): boolean => now.getTimezoneOffset() % HOUR_MINUTES !== 0;
