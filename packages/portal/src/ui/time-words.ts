const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats that were made, by language and kind: to make one takes longer than all of the row that it is for (P56). */
const formats = new Map<string, Intl.RelativeTimeFormat | Intl.DateTimeFormat>();

function once<Format extends Intl.RelativeTimeFormat | Intl.DateTimeFormat>(
  key: string,
  make: () => Format,
): Format {
  const format = (formats.get(key) as Format | undefined) ?? make();
  formats.set(key, format);
  return format;
}

const relativeFormat = (tag: string): Intl.RelativeTimeFormat =>
  once(`${tag} relative`, () => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }));

const KINDS = {
  whole: { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' },
  thisYear: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZone: 'UTC' },
  clock: { timeStyle: 'short', timeZone: 'UTC' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** The viewer's clock as if it were that of UTC: a format keeps the zone in which it was made, and a device may go to another. */
function formatted(at: string, tag: string, kind: keyof typeof KINDS): string {
  const date = new Date(at);
  const shownMs = date.getTime() - date.getTimezoneOffset() * MINUTE_MS;
  return once(`${tag} ${kind}`, () => new Intl.DateTimeFormat(tag, KINDS[kind])).format(shownMs);
}

/** Says how long ago, or in how long, a time is; undefined from a day on. */
export function relativeTime(at: string, nowMs: number, tag: string): string | undefined {
  const difference = Date.parse(at) - nowMs;
  const size = Math.abs(difference);
  if (size >= DAY_MS) return undefined;
  const format = relativeFormat(tag);
  if (size < MINUTE_MS) return format.format(0, 'second');
  if (size < HOUR_MS) return format.format(Math.trunc(difference / MINUTE_MS), 'minute');
  return format.format(Math.trunc(difference / HOUR_MS), 'hour');
}

const offsetOf = (ms: number): number => new Date(ms).getTimezoneOffset();

/** The other instant that clocks of the viewer's zone show alike, as in the hour that comes twice when they are set back; undefined elsewhere. */
export function twinOf(at: string): string | undefined {
  const ms = Date.parse(at);
  const offset = offsetOf(ms);
  for (const other of [offsetOf(ms - DAY_MS), offsetOf(ms + DAY_MS)]) {
    const twin = ms + (other - offset) * MINUTE_MS;
    if (other !== offset && offsetOf(twin) === other) return new Date(twin).toISOString();
  }
  return undefined;
}

/** What tells an instant from its twin, in the options of a date format; nothing where it has none. */
export const zoneOfTwin = (at: string): Intl.DateTimeFormatOptions =>
  twinOf(at) === undefined ? {} : { timeZoneName: 'short' };

/** The viewer's zone as it is named at an instant, such as `GMT-4`. */
export const zoneName = (at: string, tag: string): string =>
  new Intl.DateTimeFormat(tag, { timeZoneName: 'short' })
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

const withZone = (words: string, at: string, tag: string): string =>
  twinOf(at) === undefined ? words : `${words} ${zoneName(at, tag)}`;

/** Date and time in the viewer's zone, which it names in the hour that comes twice. */
export const absoluteTime = (at: string, tag: string): string =>
  withZone(formatted(at, tag, 'whole'), at, tag);

/** Date and time in the viewer's zone; the year only where it is another than now, so that a column has room for the rest. */
export function shortTime(at: string, nowMs: number, tag: string): string {
  const isThisYear = new Date(at).getFullYear() === new Date(nowMs).getFullYear();
  return isThisYear ? withZone(formatted(at, tag, 'thisYear'), at, tag) : absoluteTime(at, tag);
}

/** Hour and minute in the viewer's zone. */
export const clockTime = (at: string, tag: string): string => formatted(at, tag, 'clock');

/** How long ago, or from a day on the date and time. */
export const timeWords = (at: string, tag: string): string =>
  relativeTime(at, Date.now(), tag) ?? absoluteTime(at, tag);

/** Date and time in UTC, to the second. */
export const utcTime = (at: string): string =>
  new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');
