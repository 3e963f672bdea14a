/** The forms of a date that a receiver may send (RFC 9110 section 5.6.7); only the last one leaves its zone, UTC, unsaid. */
const GMT_DATE = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2}(?:\d{2})? \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** `Date.parse` alone would find a date in almost any text that ends with a number. */
function parseHttpDate(text: string): number {
  if (GMT_DATE.test(text)) return Date.parse(text);
  return ASCTIME_DATE.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
}

/** Seconds that a Retry-After header asks for, given as a number or a date (RFC 9110 section 10.2.3); undefined when it says nothing usable. */
export function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^[0-9]+$/.test(header)) return Number(header);
  const seconds = (parseHttpDate(header) - now.getTime()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}
