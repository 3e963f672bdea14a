/** Bounds of what is to be added to a monotonic reading of this machine to get the database's time, in milliseconds, as of one such reading. */
export type ClockOffset = { lowMs: number; highMs: number; atMs: number };

/** One answer of the database: its time, and the monotonic readings before the question and after the answer. */
export type ClockSample = { databaseMs: number; askedMs: number; answeredMs: number };

/** How far two quartz clocks drift apart at most, as a part of the time that passes; NTP corrects no faster than 500 ppm. */
const DRIFT = 0.0005;

/** What one sample alone says: the database read its clock between the question and the answer (Cristian's algorithm). */
const boundsOf = ({ databaseMs, askedMs, answeredMs }: ClockSample): ClockOffset => ({
  lowMs: databaseMs - answeredMs,
  highMs: databaseMs - askedMs,
  atMs: answeredMs,
});

/** Narrows what is known by one more sample; a sample that contradicts it means that a clock was set, and counts alone. */
export function narrowOffset(known: ClockOffset | undefined, sample: ClockSample): ClockOffset {
  const found = boundsOf(sample);
  if (!known) return found;
  const driftMs = Math.max(0, found.atMs - known.atMs) * DRIFT;
  const lowMs = Math.max(found.lowMs, known.lowMs - driftMs);
  const highMs = Math.min(found.highMs, known.highMs + driftMs);
  return lowMs <= highMs ? { lowMs, highMs, atMs: found.atMs } : found;
}

/** The most likely offset in milliseconds: the middle of the bounds. */
export const offsetMs = ({ lowMs, highMs }: ClockOffset): number => (lowMs + highMs) / 2;

/** Seconds by which a clock is surely off, given what it showed at a monotonic reading; 0 where the bounds leave it open, negative where it is behind. */
export function skewSeconds(offset: ClockOffset, machineMs: number, monotonicMs: number): number {
  const aheadOfLow = machineMs - (monotonicMs + offset.lowMs);
  const aheadOfHigh = machineMs - (monotonicMs + offset.highMs);
  if (aheadOfHigh > 0) return aheadOfHigh / 1000;
  return aheadOfLow < 0 ? aheadOfLow / 1000 : 0;
}
