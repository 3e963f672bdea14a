/** The value that `share` of all are not above, by nearest rank; 0 of none. */
export function percentileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** The middle value, of an even number the lower of both. */
export const medianOf = (values: readonly number[]): number => percentileOf(values, 0.5);

/** What a load did in a stretch of time. */
export type Stretch = { rate: number; p99Ms: number; failed: number };

/** An answer: how long it took, and whether it was a success. */
export type Sample = { ms: number; isGood: boolean };

/** Sums up the answers of so many seconds; the rate counts successes alone. */
export const summarize = (samples: readonly Sample[], seconds: number): Stretch => {
  const good = samples.filter(({ isGood }) => isGood);
  return {
    rate: good.length / seconds,
    p99Ms: percentileOf(
      good.map(({ ms }) => ms),
      0.99,
    ),
    failed: samples.length - good.length,
  };
};
