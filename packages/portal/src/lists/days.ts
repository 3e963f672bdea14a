const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** The last day that a field takes. */
export const LAST_DAY = '9999-12-31';
/** The last instant that the service reads: a year has four digits (RFC 3339). */
const LAST_INSTANT_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Reads a day out of an address, such as `2026-11-20`; anything else counts as absent. */
export const parseDay = (value: unknown): string | undefined =>
  typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

/** Whether a field has no day, or one whose year is typed to its end. */
export const isTypedDay = (day: string): boolean => day === '' || /^[1-9]\d{3}-/.test(day);

/** The first instant of a day of the viewer's zone, or of a day after it. */
export function dayStart(day: string, daysLater = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + daysLater);
  return new Date(Math.min(start.getTime(), LAST_INSTANT_MS)).toISOString();
}
