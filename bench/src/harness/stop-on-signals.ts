import { closeHarnesses } from './harness.ts';

const EXIT_INTERRUPTED = 130;
const ECHO_MS = 500;

/** Whatever ends the bench, its database and its directory go with it; a second signal ends it at once. Aborted once the first one came. */
export function stopOnSignals(): AbortSignal {
  const stopping = new AbortController();
  let firstMs: number | undefined;
  const stop = (): void => {
    if (firstMs !== undefined) {
      // One Ctrl-C arrives twice: from the terminal, and passed on by npm.
      if (performance.now() - firstMs > ECHO_MS) process.exit(EXIT_INTERRUPTED);
      return;
    }
    firstMs = performance.now();
    stopping.abort();
    // What is measured loses its database in the middle of its work.
    process.on('uncaughtException', () => undefined);
    closeHarnesses()
      .catch((error: unknown) => console.error(error))
      .finally(() => process.exit(EXIT_INTERRUPTED));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  return stopping.signal;
}
