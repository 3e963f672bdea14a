import type { RunOutcome } from './run-outcome.ts';

/** Files that may need their second try, one in a hundred; where more do, it is not the machine. */
const MAX_SECOND_TRIES = 6;

/** Files that draw a seed anew at each run: what one seed found, another would not find again. */
const DRAWS_A_SEED = /^(cluster\/test\/torture-smoke\.test\.ts|packages\/server\/test\/simulation\/.*)$/;
/** Tests of the simulator itself, in which chance has to find a rule that is wrong: another seed may find it in other words. */
const IS_OF_WRONG_RULE = /finds within the orders of a run that/;

/** Whether a drawn seed found something that another one could miss. */
const isFound = ({ path, tests }: RunOutcome['failedFiles'][number]): boolean =>
  DRAWS_A_SEED.test(path) && !(tests.length > 0 && tests.every((name) => IS_OF_WRONG_RULE.test(name)));

/**
 * Whether the files that failed are run once more. Clocks, kills and browsers are real, so a foreign machine may
 * starve a test; the whole file runs anew, because what a failed test left behind would fail the next. What a
 * drawn seed found is final: it depends on no machine, and a second seed would hide it.
 */
export const mayTryAgain = ({ failedFiles, faults }: RunOutcome): boolean =>
  faults === 0 &&
  failedFiles.length > 0 &&
  failedFiles.length <= MAX_SECOND_TRIES &&
  !failedFiles.some(isFound);

/** Counts of both runs together, and a line for each test that failed in the first and passed in the second. */
export function afterSecondTry(
  first: RunOutcome,
  second: RunOutcome,
): { lines: string[]; passed: number; failed: number } {
  const passedThere = first.failedFiles.reduce((sum, { passed }) => sum + passed, 0);
  const failedAgain = new Set(second.failedFiles.map(({ path }) => path));
  const lines = first.failedFiles
    .filter(({ path }) => !failedAgain.has(path))
    .flatMap(({ path, tests }) =>
      (tests.length > 0 ? tests : ['the file']).map((name) => `second try: ${path}: ${name}`),
    );
  return { lines, passed: first.passed - passedThere + second.passed, failed: second.failed };
}
