/** Waits in seconds where the service names none: doubled each time, and the last one for ever after. */
const FIRST_WAIT_SECONDS = 1;
const MAX_WAIT_SECONDS = 60;

/** A longer Retry-After is not waited for: the error comes at once and tells it. */
export const MAX_RETRY_AFTER_SECONDS = 300;

/** How much of a wait is added by chance, at most, so that clients that failed together do not come back together. */
export const JITTER = 0.25;

/** Milliseconds to wait before retry number `retry` (from 1): never shorter than Retry-After, else 1, 2, 4, 8 ... 60 s; `chance` is in [0, 1). */
export function waitMs(retry: number, retryAfterSeconds: number | undefined, chance: number): number {
  const spread = 1 + JITTER * chance;
  if (retryAfterSeconds !== undefined) return Math.ceil(retryAfterSeconds * 1000 * spread);
  const doubled = FIRST_WAIT_SECONDS * 2 ** Math.min(retry - 1, 16);
  return Math.round(Math.min(doubled * spread, MAX_WAIT_SECONDS) * 1000);
}

/** A longer time is waited for by nobody. */
const MAX_SECONDS = 999_999_999;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The three forms of a date (RFC 9110 section 5.6.7). */
const DATE_FORMS = [
  /^[A-Z][a-z]{2}, (?<day>[0-9]{2}) (?<month>[A-Z][a-z]{2}) (?<year>[0-9]{4}) (?<time>[0-9:]{8}) GMT$/,
  /^[A-Z][a-z]{5,8}, (?<day>[0-9]{2})-(?<month>[A-Z][a-z]{2})-(?<year>[0-9]{2}) (?<time>[0-9:]{8}) GMT$/,
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ 0-9][0-9]) (?<time>[0-9:]{8}) (?<year>[0-9]{4})$/,
];

/** A year of two digits is at most 50 years ahead. */
function wholeYear(year: string, nowMs: number): number {
  if (year.length > 2) return Number(year);
  const inCentury = 2000 + Number(year);
  return inCentury > new Date(nowMs).getUTCFullYear() + 50 ? inCentury - 100 : inCentury;
}

function parseDate(text: string, nowMs: number): number | undefined {
  const parts = DATE_FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  const { day = '', month = '', year = '', time = '' } = parts ?? {};
  const [hour, minute, second] = time.split(':').map(Number);
  if (!parts || !/^(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$/.test(time)) return undefined;
  const at = new Date(
    Date.UTC(wholeYear(year, nowMs), MONTHS.indexOf(month), Number(day), hour, minute, second),
  );
  // A month that there is not, or a day that it does not have, would be another date.
  return MONTHS[at.getUTCMonth()] === month && at.getUTCDate() === Number(day) ? at.getTime() : undefined;
}

/** Seconds that a Retry-After header names, as a number or as a date (RFC 9110 section 10.2.3); undefined for anything else. */
export function parseRetryAfter(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^[0-9]+$/.test(text)) return Math.min(Number(text), MAX_SECONDS);
  const date = parseDate(text, nowMs);
  return date === undefined
    ? undefined
    : Math.min(Math.max(0, Math.ceil((date - nowMs) / 1000)), MAX_SECONDS);
}
