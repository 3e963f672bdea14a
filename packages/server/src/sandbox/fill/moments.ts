import { addSeconds } from '../../kernel/base/clock.ts';

/** Days over which a fill is spread. */
const FILL_DAYS = 30;

const HOUR_SECONDS = 3_600;
const HOURS = FILL_DAYS * 24;
/** Shops sell in Brazil. */
const ZONE_HOURS = -3;
/** The last of what is over began so long before the end: time for every course but those that expire. */
const REST_HOURS = 3;

/** Orders of each hour of a day, from midnight on, as they relate to each other. */
const BY_HOUR = [
  3, 2, 1, 1, 1, 1, 2, 4, 7, 10, 12, 13, 13, 11, 11, 11, 11, 12, 13, 14, 15, 14, 11, 6,
] as const;
/** The same of each day, from Sunday on. */
const BY_DAY = [0.7, 1, 1.05, 1, 1.1, 1.25, 0.9] as const;
const GROWTH = 0.5;

function weightOf(hour: number, endMs: number): number {
  const local = new Date(endMs + (hour - HOURS + ZONE_HOURS) * HOUR_SECONDS * 1_000);
  const ofHour = BY_HOUR[local.getUTCHours()] ?? 1;
  const ofDay = BY_DAY[local.getUTCDay()] ?? 1;
  return ofHour * ofDay * (1 + (GROWTH * hour) / HOURS);
}

/**
 * When the transaction at `place` of [0, 1) of a fill was created: more by day than by night, and more of late. It grows with `place`, so that
 * later numbers are later orders.
 */
export function momentOf(place: number, end: Date): Date {
  const weights = Array.from({ length: HOURS - REST_HOURS }, (_, hour) => weightOf(hour, end.getTime()));
  let left = place * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [hour, weight] of weights.entries()) {
    if (left < weight) return addSeconds(end, Math.floor((hour - HOURS + left / weight) * HOUR_SECONDS));
    left -= weight;
  }
  return addSeconds(end, -REST_HOURS * HOUR_SECONDS);
}
