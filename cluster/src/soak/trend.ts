/** What was read of one name: minutes since the beginning, and values. */
export type Point = { minute: number; value: number };

/** How a series may drift: `share` of its value at the end of the warm part, or `slack` in its own unit, whichever is more. What `mayFall` may fall by anything. */
export type Bounds = { share: number; slack: number; mayFall?: boolean };

/** What became of a series after the warm part. */
export type Trend = {
  points: number;
  /** Value of the line at the end of the warm part. */
  start: number;
  /** What the line rises until the end. */
  drift: number;
  slopePerHour: number;
  /** Standard deviation of readings around the line. */
  noise: number;
  /** `noise` is a drift beyond its bounds that is no more than readings scatter; `falls` is one downwards where that is allowed. */
  judgement: 'steady' | 'noise' | 'falls' | 'drifts';
};

/** A drift of fewer deviations than these may be chance. */
const NOISE_DEVIATIONS = 2;
const MIN_POINTS = 4;

/** Line of least squares: its value at minute 0 and its slope a minute. */
export function fitLine(points: readonly Point[]): { at0: number; slope: number } {
  const count = points.length;
  const mean = (of: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / Math.max(1, count);
  const [middle, level] = [mean(({ minute }) => minute), mean(({ value }) => value)];
  const spread = mean(({ minute }) => (minute - middle) ** 2);
  const together = mean(({ minute, value }) => (minute - middle) * (value - level));
  const slope = spread === 0 ? 0 : together / spread;
  return { at0: level - slope * middle, slope };
}

/** Judges what was read after the warm part; undefined of too few readings. */
export function judgeTrend(series: readonly Point[], warmMinutes: number, bounds: Bounds): Trend | undefined {
  const points = series.filter(({ minute }) => minute >= warmMinutes);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < MIN_POINTS) return undefined;
  const { at0, slope } = fitLine(points);
  const start = at0 + slope * first.minute;
  const drift = slope * (last.minute - first.minute);
  const squares = points.reduce((sum, { minute, value }) => sum + (value - at0 - slope * minute) ** 2, 0);
  const noise = Math.sqrt(squares / (points.length - 2));
  const size = Math.abs(drift);
  const isWithin = size <= Math.max(bounds.slack, bounds.share * Math.abs(start));
  const beyondNoise = bounds.mayFall && drift < 0 ? 'falls' : 'drifts';
  // The error of a drift over all readings, which shrinks with their number: even in time, the slope's error times the span.
  const error = noise * Math.sqrt(12 / points.length);
  const outside = size <= NOISE_DEVIATIONS * error ? 'noise' : beyondNoise;
  return {
    ...{ points: points.length, start, drift, slopePerHour: slope * 60, noise },
    judgement: isWithin ? 'steady' : outside,
  };
}

/** Bytes a unit in each of two halves of the judged part; undefined where units or readings are too few. */
export function costPerUnit(
  bytes: readonly Point[],
  units: readonly Point[],
  warmMinutes: number,
): { first: number; second: number } | undefined {
  const made = new Map(units.map(({ minute, value }) => [minute, value]));
  const points = bytes.filter(({ minute }) => minute >= warmMinutes && made.has(minute));
  const middle = Math.floor(points.length / 2);
  const between = (from?: Point, until?: Point): number | undefined => {
    if (!from || !until) return undefined;
    const count = (made.get(until.minute) ?? 0) - (made.get(from.minute) ?? 0);
    return count > 0 ? (until.value - from.value) / count : undefined;
  };
  const first = between(points[0], points[middle]);
  const second = between(points[middle], points.at(-1));
  return first === undefined || second === undefined ? undefined : { first, second };
}
