import type { TimelineEntry } from '@titular/contract';

/** Where a moment stands among the stops; -1 and without `at` where it is before all of them. */
export type Stop = { index: number; at: string | undefined; entries: readonly TimelineEntry[] };

/** Finds the last stop until an instant, with every line of its millisecond. */
export function findStop(
  stops: readonly string[],
  timeline: readonly TimelineEntry[],
  instant: string,
): Stop {
  const index = stops.findLastIndex((stop) => stop <= instant);
  const at = stops[index];
  if (at === undefined) return { index, at, entries: [] };
  return { index, at, entries: timeline.filter((entry) => entry.at === at) };
}
