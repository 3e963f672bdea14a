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
/** Counts are rounded down to a multiple of it. */
export const WHAT_IF_FEWEST = 5;
/** All kinds or causes with fewer are told as one line. */
export const WHAT_IF_UNTOLD = 9;
/** Values of one fine setting that a company tries within a day in UTC; the same again costs nothing of it. */
export const WHAT_IF_VALUES_PER_DAY = 10;
/** With fewer ends that can be decided again, nothing is told. */
export const WHAT_IF_MIN_ENDS = 50;
/** Tries of a tenant within an hour. */
export const WHAT_IF_PER_HOUR = 30;
