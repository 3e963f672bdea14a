/** So many orders a simulation runs, of so many kinds of plans, and so many of each are unlike each other at least. */
type Orders = { runs: number; unlike: number; kinds: number };

/** Orders of every simulation in which nothing may be found, by its name. */
export const ORDERS = {
  attempts: { runs: 6_000, unlike: 5_900, kinds: 1 },
  deliveries: { runs: 6_000, unlike: 5_950, kinds: 1 },
  jobs: { runs: 4_000, unlike: 3_950, kinds: 1 },
  lateJobs: { runs: 1_500, unlike: 1_450, kinds: 4 },
  statuses: { runs: 36_000, unlike: 29_500, kinds: 1 },
  // Plans without a fault are short, so more of them are alike.
  races: { runs: 64_000, unlike: 50_000, kinds: 1 },
} as const satisfies Record<string, Orders>;
