const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Says how long ago, or in how long, a time is; undefined from a day on. */
export function relativeTime(at: string, nowMs: number, tag: string): string | undefined {
  const difference = Date.parse(at) - nowMs;
  const size = Math.abs(difference);
  if (size >= DAY_MS) return undefined;
  const format = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  if (size < MINUTE_MS) return format.format(0, 'second');
  if (size < HOUR_MS) return format.format(Math.trunc(difference / MINUTE_MS), 'minute');
  return format.format(Math.trunc(difference / HOUR_MS), 'hour');
}

/** Date and time in the viewer's zone. */
export const absoluteTime = (at: string, tag: string): string =>
  new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));

/** Hour and minute in the viewer's zone. */
export const clockTime = (at: string, tag: string): string =>
  new Intl.DateTimeFormat(tag, { timeStyle: 'short' }).format(new Date(at));

/** How long ago, or from a day on the date and time. */
export const timeWords = (at: string, tag: string): string =>
  relativeTime(at, Date.now(), tag) ?? absoluteTime(at, tag);

/** Date and time in UTC, to the second. */
export const utcTime = (at: string): string =>
  new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
