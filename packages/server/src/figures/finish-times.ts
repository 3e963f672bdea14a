/** Bounds of the times to a decision, in seconds: bucket 0 is below the first, and the last has no upper bound. */
export const TIME_BOUNDS = [
  5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 420, 600, 900, 1_800, 3_600, 7_200, 14_400, 43_200,
  86_400, 259_200, 604_800,
] as const;

/** Attempts from which on they count together. */
export const MAX_ATTEMPTS = 5;

/** Stands for what does not apply to a transaction, or is no longer known of it. */
export const NOT_COUNTED = -1;

/** How far the page of a transaction was; each step holds those before it. */
export const REACHED = { created: 0, opened: 1, begun: 2, completed: 3 } as const;
