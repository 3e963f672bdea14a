import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['browser-tests/*.test.ts'],
    globalSetup: ['browser-tests/setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 50 } },
    isolate: false,
    maxWorkers: 1,
    reporters: ['default', './scripts/summary-reporter.ts'],
  },
});
