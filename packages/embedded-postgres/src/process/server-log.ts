import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs';

const MAX_LOG_BYTES = 16 * 1024 * 1024;
const TAIL_BYTES = 4096;
const TAIL_LINES = 12;

/** Opens the server's log for appending, mode 0600; one grown past 16 MiB first becomes `<file>.1`, replacing the one before. */
export function openServerLog(file: string): { descriptor: number; startOffset: number } {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, 'a', 0o600);
  return { descriptor, startOffset: fstatSync(descriptor).size };
}

/** The last lines written after the offset; empty when there are none. */
export function readLogTail(file: string, startOffset: number): string {
  const descriptor = openSync(file, 'r');
  try {
    const from = Math.max(startOffset, fstatSync(descriptor).size - TAIL_BYTES);
    const buffer = Buffer.alloc(TAIL_BYTES);
    const text = buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, TAIL_BYTES, from));
    return text.trim().split('\n').slice(-TAIL_LINES).join('\n');
  } finally {
    closeSync(descriptor);
  }
}
