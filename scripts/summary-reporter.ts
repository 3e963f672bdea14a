import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { DURATIONS_FILE, KEEP_DURATIONS, ROOT } from './durations.ts';

const SLOWEST = 10;
/** Tests that may need their second try; where more do, it is not the machine. */
const MAX_SECOND_TRIES = 3;

type Timed = readonly [path: string, seconds: number];

/** The files of a run with the time from the import of each to the end of its last hook, the longest first. */
function listDurations(modules: readonly TestModule[]): Timed[] {
  const timed = modules.map((module): Timed => {
    const { collectDuration, duration } = module.diagnostic();
    return [relative(ROOT, module.moduleId), Math.round((collectDuration + duration) / 100) / 10];
  });
  return timed.sort(([, one], [, other]) => other - one);
}

const keepDurations = (timed: readonly Timed[]): void =>
  writeFileSync(DURATIONS_FILE, `${JSON.stringify(Object.fromEntries([...timed].sort()), null, 2)}\n`);

/** Ends the run with its slowest files, and with one line that any reader of logs understands. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    const broken = modules.filter(
      (module) => module.state() === 'failed' && module.children.size === 0,
    ).length;
    const secondTries = tests.filter((test) => test.diagnostic()?.flaky).map(({ fullName }) => fullName);
    const tooMany = secondTries.length > MAX_SECOND_TRIES ? secondTries.length : 0;
    if (tooMany > 0) process.exitCode = 1;
    const failed = count('failed') + broken + errors.length + tooMany;
    const timed = listDurations(modules);
    if (process.env[KEEP_DURATIONS]) keepDurations(timed);
    const slowest = timed
      .slice(0, SLOWEST)
      .map(([path, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${path}`);
    const skipped = tests
      .filter((test) => test.result().state === 'skipped')
      .map(({ fullName }) => `skipped: ${fullName}`);
    process.on('exit', () =>
      console.log(
        [
          'Slowest files:',
          ...slowest,
          ...skipped,
          ...secondTries.map((name) => `second try: ${name}`),
          '',
          `${count('passed') - tooMany} passed, ${failed} failed`,
        ].join('\n'),
      ),
    );
  }
}
