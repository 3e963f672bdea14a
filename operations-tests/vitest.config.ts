import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['operations-tests/*.test.ts'],
    globalSetup: ['operations-tests/setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 50 } },
    isolate: false,
    maxWorkers: 1,
    reporters: ['default', './scripts/summary-reporter.ts'],
  },
});
