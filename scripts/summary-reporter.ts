import { existsSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import {
  DURATIONS_FILE,
  KEEP_DURATIONS,
  LONG_FILES,
  LONG_SECONDS,
  listLeftOut,
  ROOT,
  readDurations,
  SHARES,
} from './durations.ts';
import { keepOutcome, type RunOutcome } from './run-outcome.ts';

const SLOWEST = 10;

type Timed = readonly [path: string, seconds: number];

/** The files of a run with the time from the import of each to the end of its last hook, the longest first. */
function listDurations(modules: readonly TestModule[]): Timed[] {
  const timed = modules.map((module): Timed => {
    const { collectDuration, duration } = module.diagnostic();
    return [relative(ROOT, module.moduleId), Math.round((collectDuration + duration) / 100) / 10];
  });
  return timed.sort(([, one], [, other]) => other - one);
}

/** Writes what the files of this run took; others keep their times, unless they are gone. */
function keepDurations(timed: readonly Timed[]): void {
  const before = Object.entries(readDurations()).filter(([path]) => existsSync(join(ROOT, path)));
  const durations = Object.entries({ ...Object.fromEntries(before), ...Object.fromEntries(timed) });
  writeFileSync(DURATIONS_FILE, `${JSON.stringify(Object.fromEntries(durations.sort()), null, 2)}\n`);
}

const inState = (tests: readonly TestCase[], state: string): TestCase[] =>
  tests.filter((test) => test.result().state === state);

/** The file in which an error outside of any test arose, as the runner marks it. */
const fileOf = (error: unknown): string =>
  relative(ROOT, (error as { VITEST_TEST_PATH?: string }).VITEST_TEST_PATH ?? ROOT);

/** Counts a run; a file that broke before its first test, or in a hook of its own, is one failure. */
function countRun(modules: readonly TestModule[], errors: readonly unknown[]): RunOutcome {
  const failedFiles = modules
    .filter((module) => module.state() === 'failed')
    .map((module) => {
      const tests = [...module.children.allTests()];
      return {
        path: relative(ROOT, module.moduleId),
        passed: inState(tests, 'passed').length,
        tests: inState(tests, 'failed').map(({ fullName }) => fullName),
      };
    });
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const failedPaths = new Set(failedFiles.map(({ path }) => path));
  return {
    passed: inState(tests, 'passed').length,
    failed: failedFiles.reduce((sum, file) => sum + Math.max(1, file.tests.length), 0) + errors.length,
    faults: errors.filter((error) => !failedPaths.has(fileOf(error))).length,
    failedFiles,
  };
}

/** Says how many files a run left out, and how they are run. */
function leftOut(): string[] {
  const { length } = listLeftOut();
  if (length === 0) return [];
  const share = Number(process.env[LONG_FILES]);
  const ran = share ? ` Those of share ${share} of ${SHARES} ran.` : '';
  return [
    '',
    `Left out: ${length} files that take longer than ${LONG_SECONDS} s each.${ran} npm test -- --all runs all.`,
  ];
}

/** Ends the run with its slowest files, and with one line that any reader of logs understands. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const outcome = countRun(modules, errors);
    keepOutcome(outcome);
    const timed = listDurations(modules);
    if (process.env[KEEP_DURATIONS]) keepDurations(timed);
    const slowest = timed
      .slice(0, SLOWEST)
      .map(([path, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${path}`);
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const skipped = inState(tests, 'skipped').map(({ fullName }) => `skipped: ${fullName}`);
    process.on('exit', () =>
      console.log(
        [
          'Slowest files:',
          ...slowest,
          ...skipped,
          ...leftOut(),
          '',
          `${outcome.passed} passed, ${outcome.failed} failed`,
        ].join('\n'),
      ),
    );
  }
}
