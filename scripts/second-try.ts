import type { RunOutcome } from './run-outcome.ts';

/** Files that may need their second try, one in a hundred; where more do, it is not the machine. */
const MAX_SECOND_TRIES = 6;

/** Files that look for something by a drawn seed, and tests of theirs that find nothing final. */
const SEEDED: readonly { path: RegExp; mayFail: RegExp }[] = [
  {
    path: /^packages\/server\/test\/simulation\//,
    // Tests of the simulator itself, in which chance has to find a rule that is wrong: another seed may find it in other words.
    mayFail: /finds within the orders of a run that/,
  },
  {
    path: /^cluster\/test\/torture-smoke\.test\.ts$/,
    // All but that of its counts: a wait or a program may end in vain where processors are short. The second try has the same seed.
    mayFail: /^(?!.*misses no count)/,
  },
];

/** Whether a drawn seed found something that another run could miss. */
const isFound = ({ path, tests }: RunOutcome['failedFiles'][number]): boolean =>
  SEEDED.some(
    (one) => one.path.test(path) && !(tests.length > 0 && tests.every((name) => one.mayFail.test(name))),
  );

/**
 * Whether the files that failed are run once more. Clocks, kills and browsers are real, so a foreign machine may
 * starve a test; the whole file runs anew, because what a failed test left behind would fail the next. What a
 * drawn seed found is final, because a second run could hide it. What the smoke only waited for in vain is none of that.
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
