import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/** Niceness of a thread that measures: whatever answers requests goes before it. */
export const ENGINE_NICENESS = 10;

/** Makes the calling thread alone give way to the others of this machine; where the system has no priorities of threads (they are Linux's) nothing happens. */
export function giveWay(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), ENGINE_NICENESS);
  } catch {
    // Slower answers under load are no reason not to measure.
  }
}
