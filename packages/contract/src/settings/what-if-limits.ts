/** Why an end is left out. */
export const LEFT_OUT = [
  'still_open',
  'ended_before',
  'erased',
  'sandbox',
  'inputs_not_kept',
  'other_engine',
  'not_looked',
  'not_reproduced',
] as const;
/** A word of that list. */
export type LeftOut = (typeof LEFT_OUT)[number];

/** Days of a company's own transactions that settings are tried on. */
export const WHAT_IF_DAYS = 30;
/** The newest transactions that are read. */
export const WHAT_IF_MAX = 20_000;
/** Fewer of one kind are told as that, and other counts are rounded down to a multiple of it. */
export const WHAT_IF_FEWEST = 5;
/** With fewer ends that can be decided again, nothing is told. */
export const WHAT_IF_MIN_ENDS = 50;
/** Tries of a tenant within an hour. */
export const WHAT_IF_PER_HOUR = 30;
