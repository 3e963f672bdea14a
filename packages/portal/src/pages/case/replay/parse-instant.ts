const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z$/;
/** How long the text of an instant is without its fraction and zone. */
export const TO_THE_SECOND = 'yyyy-mm-ddThh:mm:ss'.length;

/** Reads an instant out of an address, to the millisecond of UTC; anything else, such as February 30, counts as absent. */
export function parseInstant(value: unknown): string | undefined {
  if (typeof value !== 'string' || !INSTANT.test(value)) return undefined;
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return undefined;
  const instant = at.toISOString();
  // A day or an hour that does not exist is read as one of the next month or day.
  return instant.startsWith(value.slice(0, TO_THE_SECOND)) ? instant : undefined;
}
