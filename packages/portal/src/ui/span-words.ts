const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Says a length of time in its largest unit and the next one, such as 1 hour, 30 minutes; what was measured is said by `durationWords`. */
export function spanWords(seconds: number, tag: string): string {
  const whole = Math.max(0, Math.floor(seconds));
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
