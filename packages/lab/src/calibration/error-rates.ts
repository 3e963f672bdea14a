import { clopperPearson, type Interval, trialsNeeded, upperBound } from './binomial.ts';

/** Distances in rising order. */
export type SortedDistances = Float64Array;

/** Errors among comparisons: the rate never without its number, and the exact interval as if comparisons were independent. */
export type ErrorRate = { errors: number; comparisons: number; rate: number; exact: Interval };

/** What a threshold does: the share of other persons that match, and of the same persons that do not (ISO/IEC 19795-1). */
export type OperatingPoint = { threshold: number; fmr: ErrorRate; fnmr: ErrorRate };

/** Mated and non-mated comparisons by their distances. */
export type Distances = { mated: SortedDistances; nonMated: SortedDistances };

/** Thresholds that a deployment or company may set. */
export const SETTABLE_THRESHOLDS = { least: 0.3, most: 0.6 } as const;

/** Places of a threshold that is found or drawn. */
const STEPS = 1000;

/** How many distances are at most the threshold: those that match, as in a decision. */
export function countMatches(sorted: SortedDistances, threshold: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Number.NaN) <= threshold) low = middle + 1;
    else high = middle;
  }
  return low;
}

const rateOf = (errors: number, comparisons: number): ErrorRate => ({
  errors,
  comparisons,
  rate: errors / comparisons,
  exact: clopperPearson(errors, comparisons),
});

/** The error rates at a threshold; needs a comparison of each kind. */
export const operatingPoint = ({ mated, nonMated }: Distances, threshold: number): OperatingPoint => ({
  threshold,
  fmr: rateOf(countMatches(nonMated, threshold), nonMated.length),
  fnmr: rateOf(mated.length - countMatches(mated, threshold), mated.length),
});

/** False match rate and false non-match rate at a threshold, without intervals. */
export type RatePair = { threshold: number; fmr: number; fnmr: number };

const ratesAt = ({ mated, nonMated }: Distances, threshold: number): RatePair => ({
  threshold,
  fmr: countMatches(nonMated, threshold) / nonMated.length,
  fnmr: 1 - countMatches(mated, threshold) / mated.length,
});

const FARTHEST = 4;
const EQUAL_WITHIN = 1e-7;

/** Where both rates are nearest to each other: the mean of the two there, and the threshold to a millionth. */
export function equalErrorRate(distances: Distances): { rate: number; threshold: number } {
  let [low, high] = [0, FARTHEST];
  while (high - low > EQUAL_WITHIN) {
    const middle = (low + high) / 2;
    const { fmr, fnmr } = ratesAt(distances, middle);
    if (fmr < fnmr) low = middle;
    else high = middle;
  }
  const apart = ({ fmr, fnmr }: RatePair): number => Math.abs(fmr - fnmr);
  const [before, after] = [ratesAt(distances, low), ratesAt(distances, high)];
  const nearest = apart(before) < apart(after) ? before : after;
  return {
    rate: (nearest.fmr + nearest.fnmr) / 2,
    threshold: Math.round(nearest.threshold * 1e6) / 1e6,
  };
}

/** The rates at every threshold in steps of a thousandth, each pair once, for a DET plot. */
export function detPoints(distances: Distances): RatePair[] {
  const points: RatePair[] = [];
  for (let step = 0; step <= FARTHEST * STEPS; step += 1) {
    const point = ratesAt(distances, step / STEPS);
    const last = points.at(-1);
    if (!last || last.fmr !== point.fmr || last.fnmr !== point.fnmr) points.push(point);
  }
  return points;
}

/** The answer to a wish: a threshold, or why none can be told with 95 % confidence. */
export type TargetThreshold =
  | { kind: 'found'; threshold: number }
  | { kind: 'too_few'; needed: number }
  | { kind: 'above'; threshold: number; upper: number };

/** The largest settable threshold, in thousandths, of which the upper 95 % bound of the FMR is at most the wish. */
export function thresholdForFmr(nonMated: SortedDistances, target: number): TargetThreshold {
  const needed = trialsNeeded(target);
  if (nonMated.length < needed) return { kind: 'too_few', needed };
  const upperAt = (step: number): number => upperBound(countMatches(nonMated, step / STEPS), nonMated.length);
  let low = Math.round(SETTABLE_THRESHOLDS.least * STEPS);
  let high = Math.round(SETTABLE_THRESHOLDS.most * STEPS);
  const upper = upperAt(low);
  if (upper > target) return { kind: 'above', threshold: low / STEPS, upper };
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (upperAt(middle) <= target) low = middle;
    else high = middle - 1;
  }
  return { kind: 'found', threshold: low / STEPS };
}
