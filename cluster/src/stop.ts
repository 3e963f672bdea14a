/** What ends a run before its time. */
export type Stop = {
  signal: AbortSignal;
  /** A fault that nobody caught, if it was one. */
  fault(): Error | undefined;
};

/** Exit code of what Ctrl-C ended, by the custom of shells. */
const INTERRUPTED = 130;

/**
 * Aborts with Ctrl-C, the end of the terminal, and a fault that nobody caught. The stage is closed then as after any other end: its
 * children are no part of the terminal's group, and nothing else would end them.
 */
export function openStop(): Stop {
  const abort = new AbortController();
  let fault: Error | undefined;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => abort.abort());
  for (const name of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(name, (reason: unknown) => {
      fault ??= reason instanceof Error ? reason : new Error(String(reason));
      abort.abort(fault);
    });
  return { signal: abort.signal, fault: () => fault };
}

/** Says why a run ended before its time, unless somebody asked for that, and gives the exit code. */
export function explainEnd(error: Error, stop?: Stop): number {
  const fault = stop?.fault();
  if (!fault && error.name === 'AbortError') return INTERRUPTED;
  console.error(fault?.stack ?? error.message);
  return (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
}

/**
 * Ends the program with the exit code of its work, at once. Left to end by itself, Node waits in its clean-up of handles, turning, for connections
 * that were cut while they opened, and may do so for ever.
 */
export const exitWith = async (work: Promise<number>): Promise<never> =>
  process.exit(await work.catch((error: Error) => explainEnd(error)));
