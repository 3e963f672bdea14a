import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts', 'journeys/test/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['scripts/vitest-global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One more than the processors of a small machine: most files wait as long as they compute.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './scripts/summary-reporter.ts'],
  },
});
