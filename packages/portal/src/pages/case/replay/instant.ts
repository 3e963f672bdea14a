const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z$/;

/** Reads an instant out of an address, in milliseconds of UTC; anything else counts as absent. */
export function parseInstant(value: unknown): string | undefined {
  if (typeof value !== 'string' || !INSTANT.test(value)) return undefined;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

const two = (part: number): string => String(part).padStart(2, '0');

/** An instant as the browser's field for a local date and time has it, to the second. */
export function toFieldValue(instant: string): string {
  const at = new Date(instant);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** The instant that such a field means: the end of its second, so that what happened within it counts. */
export function fromFieldValue(value: string): string | undefined {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return undefined;
  at.setMilliseconds(999);
  return at.toISOString();
}
