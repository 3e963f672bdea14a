import type { HttpEngineOptions } from '@titular/face-engine/http/http-face-engine.ts';

const nothing = (): void => undefined;

/** For engines behind HTTP in tests: nothing is logged, a start waits for nobody, and failures keep the system's words. */
export const QUIET = {
  log: { info: nothing, warn: nothing, error: nothing },
  random: () => 0.5,
  startLimitMs: 0,
  connectionWords: (message: string) => message,
} as const satisfies Partial<HttpEngineOptions>;
