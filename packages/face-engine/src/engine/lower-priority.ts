import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Niceness of a process that measures: whatever answers requests goes before it. */
export const ENGINE_NICENESS = 10;

/** Numbers of all threads of this process, each of which has a niceness of its own on Linux; elsewhere the process has one. */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}

/** Makes this process give way to the others of this machine; threads that it starts later do as the one that starts them. */
export function lowerPriority(): void {
  for (const thread of threads()) {
    try {
      setPriority(thread, ENGINE_NICENESS);
    } catch {
      // Slower answers under load are no reason not to measure.
    }
  }
}
