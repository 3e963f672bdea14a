import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with one line that any reader of logs understands. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    const broken = modules.filter(
      (module) => module.state() === 'failed' && module.children.size === 0,
    ).length;
    const failed = count('failed') + broken + errors.length;
    const skipped = tests.filter((test) => test.result().state === 'skipped');
    process.on('exit', () => {
      for (const { fullName } of skipped) console.log(`skipped: ${fullName}`);
      console.log(`${count('passed')} passed, ${failed} failed`);
    });
  }
}
