/** So many orders a simulation runs, and so many of them are unlike each other at least. */
type Orders = { runs: number; unlike: number };

/** Orders of every simulation in which nothing may be found, by its name. */
export const ORDERS = {
  attempts: { runs: 6_000, unlike: 5_800 },
  deliveries: { runs: 6_000, unlike: 5_800 },
  jobs: { runs: 4_000, unlike: 3_600 },
  statuses: { runs: 36_000, unlike: 33_000 },
  races: { runs: 60_000, unlike: 52_000 },
} as const satisfies Record<string, Orders>;
