import { configDefaults, defineConfig } from 'vitest/config';
import { listLeftOut } from './scripts/durations.ts';
import { LongestFirst } from './scripts/longest-first.ts';

export default defineConfig({
  test: {
    include: [
      'packages/*/test/**/*.test.ts',
      'clients/*/test/**/*.test.ts',
      'journeys/test/**/*.test.ts',
      'cluster/test/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, ...listLeftOut()],
    globalSetup: ['scripts/vitest-global-setup.ts'],
    testTimeout: 360_000,
    hookTimeout: 360_000,
    // No test asserts a time: a wait ends a hang, on a busy machine too.
    expect: { poll: { timeout: 60_000, interval: 50 } },
    // A process runs one file after another: the modules of the service are read, and warm, once, not once a file.
    isolate: false,
    unstubEnvs: true,
    // One more than a small machine has processors: a file waits for a third of its time, for clocks, sockets and other processes.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './scripts/summary-reporter.ts'],
  },
});
