import type { TimelineEntry } from '@titular/contract';
import { stopsOf } from '@titular/contract/state-at';

/** Where a moment stands among the stops; -1 and without `at` where it is before all of them. */
export type Stop = { index: number; at: string | undefined; entries: readonly TimelineEntry[] };

/** Where the slider stops: at every instant of the timeline, and at the time of reading where one stop would leave it nowhere to go. */
export function sliderStops(now: Parameters<typeof stopsOf>[0]): string[] {
  const stops = stopsOf(now);
  return stops.length === 1 && now.readAt > (stops[0] ?? '') ? [...stops, now.readAt] : stops;
}

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
