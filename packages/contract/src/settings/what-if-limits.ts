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
/** Steps of the match threshold within 1 that are tried: finer ones could single out one distance. */
export const WHAT_IF_STEPS = 100;
const FLOAT_SLACK = 1e-9;

/** Whether a value of a setting is finer than what is tried. */
export function isTooFine(name: string, value: string): boolean {
  const steps = Number(value) * WHAT_IF_STEPS;
  return name === 'match-threshold' && Math.abs(steps - Math.round(steps)) > FLOAT_SLACK;
}
/** Tries of a tenant within an hour. */
export const WHAT_IF_PER_HOUR = 30;
