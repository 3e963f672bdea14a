import { euclideanDistance } from '@titular/face-engine';
import { type Interval, trialsNeeded } from './binomial.ts';
import {
  type Distances,
  detPoints,
  type ErrorRate,
  equalErrorRate,
  operatingPoint,
  type RatePair,
  thresholdForFmr,
} from './error-rates.ts';
import { comparisonsOf, countComparisons, type LabelledPictures, type LeftOut } from './labelled-pictures.ts';
import type { ComparisonList } from './resample-persons.ts';

/** Thresholds that are always told, besides the one in force and those asked for. */
export const USUAL_THRESHOLDS = [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6] as const;

/** Most comparisons of one calibration; their distances are held in memory. */
export const MAX_COMPARISONS = 10_000_000;

/** All distances by kind, with the persons they belong to, and how many comparisons lacked a picture. */
export type Comparisons = { mated: ComparisonList; nonMated: ComparisonList; leftOut: number };

/** An error rate with what drawing the persons anew makes of it; no interval where all comparisons agree, because every draw would agree too. */
export type MeasuredRate = ErrorRate & { persons: Interval | undefined };

/** What a threshold does, as measured. */
export type MeasuredPoint = { threshold: number; fmr: MeasuredRate; fnmr: MeasuredRate };

/** The answer to a wished false match rate; `independent` comparisons share no person, and `mayBeClaimed` rests on them alone. */
export type TargetResult = { fmr: number } & (
  | { kind: 'found'; threshold: number; mayBeClaimed: boolean; neededIndependent: number }
  | { kind: 'refused'; sentence: string }
);

/** What a calibration says; every rate stands with its number of comparisons, and all of it with the day. */
export type Calibration = {
  measuredAt: Date;
  engineVersion: string;
  /** SHA-256 of the list of paths and digests of all pictures, and of the pairs. */
  inputsDigest: string;
  labels: LabelledPictures['kind'];
  pictures: { given: number; measured: number; belowCaptureQuality: number };
  persons: number;
  comparisons: { mated: number; nonMated: number; independentNonMated: number; leftOut: number };
  bootstrap: { seed: number; draws: number };
  operatingPoints: MeasuredPoint[];
  equalErrorRate: { rate: number; threshold: number };
  target: TargetResult | undefined;
  det: RatePair[];
  leftOut: readonly LeftOut[];
};

type Growing = ComparisonList & { length: number };

const listOf = (length: number): Growing => ({
  distances: new Float64Array(length),
  ones: new Uint32Array(length),
  others: new Uint32Array(length),
  length: 0,
});

const cut = ({ distances, ones, others, length }: Growing): ComparisonList => ({
  distances: distances.subarray(0, length),
  ones: ones.subarray(0, length),
  others: others.subarray(0, length),
});

/** Compares what the labels ask for; a picture without a descriptor leaves its comparisons out, counted. */
export function compareAll(
  labelled: LabelledPictures,
  descriptors: readonly (Float32Array | undefined)[],
): Comparisons {
  const counts = countComparisons(labelled);
  const lists = { mated: listOf(counts.mated), nonMated: listOf(counts.nonMated) };
  let leftOut = 0;
  for (const { one, other, mated } of comparisonsOf(labelled)) {
    const [first, second] = [descriptors[one], descriptors[other]];
    if (!first || !second) {
      leftOut += 1;
      continue;
    }
    const list = mated ? lists.mated : lists.nonMated;
    list.distances[list.length] = euclideanDistance(first, second);
    list.ones[list.length] = labelled.persons[one] ?? 0;
    list.others[list.length] = labelled.persons[other] ?? 0;
    list.length += 1;
  }
  return { mated: cut(lists.mated), nonMated: cut(lists.nonMated), leftOut };
}

/** The distances alone, in rising order. */
export const sortDistances = ({ mated, nonMated }: Comparisons): Distances => ({
  mated: mated.distances.slice().sort(),
  nonMated: nonMated.distances.slice().sort(),
});

/** How many comparisons can be found, one after another, of which no two share a person. */
export function countIndependent({ ones, others }: ComparisonList): number {
  const taken = new Set<number>();
  for (const [index, one] of ones.entries()) {
    const other = others[index] ?? one;
    if (taken.has(one) || taken.has(other)) continue;
    taken.add(one).add(other);
  }
  return taken.size / 2;
}

const percent = (rate: number): string => `${Number((rate * 100).toPrecision(3))} %`;

/** Why a wish cannot be met by so many comparisons, as one sentence. */
export const tooFewSentence = (target: number, nonMated: number): string =>
  `An FMR of ${percent(target)} cannot be told with 95 % confidence from ${nonMated} non-mated comparisons: without a single false match it takes ${trialsNeeded(target)} (rule of three).`;

/** Answers the wish for a false match rate; it may be claimed when comparisons without a shared person, and without an error, are enough by themselves. */
export function findTarget(distances: Distances, independent: number, fmr: number): TargetResult {
  const answer = thresholdForFmr(distances.nonMated, fmr);
  if (answer.kind === 'too_few')
    return { fmr, kind: 'refused', sentence: tooFewSentence(fmr, distances.nonMated.length) };
  if (answer.kind === 'above') {
    const sentence = `No threshold that can be set has an FMR of ${percent(fmr)}: even at ${answer.threshold} its upper 95 % bound is ${percent(answer.upper)}.`;
    return { fmr, kind: 'refused', sentence };
  }
  const { threshold } = answer;
  const neededIndependent = trialsNeeded(fmr);
  const { errors } = operatingPoint(distances, threshold).fmr;
  return {
    fmr,
    kind: 'found',
    threshold,
    mayBeClaimed: errors === 0 && independent >= neededIndependent,
    neededIndependent,
  };
}

/** Thresholds in rising order, each once. */
export const inOrder = (thresholds: readonly number[]): number[] =>
  [...new Set(thresholds)].sort((one, other) => one - other);

const withPersons = (rate: ErrorRate, drawn: Interval | undefined): MeasuredRate => ({
  ...rate,
  persons: rate.errors > 0 && rate.errors < rate.comparisons ? drawn : undefined,
});

/** The rates at each threshold beside the intervals that drawing persons gave, in the same order. */
export const measurePoints = (
  distances: Distances,
  thresholds: readonly number[],
  drawn: { fmr: readonly (Interval | undefined)[]; fnmr: readonly (Interval | undefined)[] },
): MeasuredPoint[] =>
  thresholds.map((threshold, index) => {
    const { fmr, fnmr } = operatingPoint(distances, threshold);
    return {
      threshold,
      fmr: withPersons(fmr, drawn.fmr[index]),
      fnmr: withPersons(fnmr, drawn.fnmr[index]),
    };
  });

/** What is told of all thresholds together. */
export const curveOf = (distances: Distances) => ({
  equalErrorRate: equalErrorRate(distances),
  det: detPoints(distances),
});
