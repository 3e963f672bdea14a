const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const endings = new Set<() => void>();

function endAll(): void {
  for (const end of endings) end();
}

// A signal that the program heeds itself is left to it; any other would end it without a word to its children.
function endBySignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  endAll();
  for (const each of SIGNALS) process.off(each, endBySignal);
  process.kill(process.pid, signal);
}

/** Has `end` called when this process ends by itself or by a signal, SIGKILL excepted; the answer takes that back. */
export function endWithProgram(end: () => void): () => void {
  if (endings.size === 0) {
    process.on('exit', endAll);
    for (const signal of SIGNALS) process.on(signal, endBySignal);
  }
  endings.add(end);
  return () => {
    if (!endings.delete(end) || endings.size > 0) return;
    process.off('exit', endAll);
    for (const signal of SIGNALS) process.off(signal, endBySignal);
  };
}
