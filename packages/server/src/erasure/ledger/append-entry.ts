import { type FileHandle, open } from 'node:fs/promises';
import type { LedgerAct } from '../../module.ts';
import { formatLine, isAct, LEDGER_BEGINNING, type LedgerEntry, parseLine } from './ledger-entry.ts';

const NEWLINE = 0x0a;
const TAIL_BYTES = 65_536;

/** Finds the hash of the last whole line of a chain, and whether the file ends with a line end, from as much of its end as that takes. */
async function readEnd(
  handle: FileHandle,
  size: number,
  ofActs: boolean,
): Promise<{ lastHash: Buffer; isWhole: boolean }> {
  for (let length = TAIL_BYTES; ; length *= 2) {
    const from = Math.max(0, size - length);
    const { buffer } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
    // The first line of a part may have lost its beginning, and is then none.
    const found = buffer
      .toString('utf8')
      .split('\n')
      .map(parseLine)
      .findLast((line) => line !== undefined && isAct(line.content) === ofActs);
    if (found || from === 0)
      return { lastHash: found?.hash ?? LEDGER_BEGINNING, isWhole: buffer.at(-1) === NEWLINE };
  }
}

/** What one call added to the end of a ledger so far. */
type Addition = { from: number; bytes: number };

/** Writes all of a text: a disk that is nearly full takes a part first, and refuses the rest. */
async function writeWhole(
  handle: FileHandle,
  text: string,
  added: Addition,
  signal: AbortSignal | undefined,
): Promise<void> {
  const bytes = Buffer.from(text, 'utf8');
  while (added.bytes < bytes.length) {
    signal?.throwIfAborted();
    const { bytesWritten } = await handle.write(bytes, added.bytes, undefined, added.from + added.bytes);
    if (bytesWritten === 0) throw new Error('the disk takes no more of the erasure ledger');
    added.bytes += bytesWritten;
  }
}

/** Takes an addition back, unless another process added to the ledger after it: its entry is committed. */
async function takeBack(handle: FileHandle, { from, bytes }: Addition): Promise<void> {
  const { size } = await handle.stat();
  if (size <= from + bytes) await handle.truncate(from);
}

/** Returns once what was written is on the disk. */
export type SyncFile = (handle: FileHandle) => Promise<void>;

const syncFile: SyncFile = (handle) => handle.sync();

/**
 * Adds an entry to a ledger, on the disk when `sync` returns. A failure leaves the ledger as it was, or, where another
 * process has added an entry meanwhile, with both: the next start repeats an erasure that was not committed. Once `signal` is aborted others
 * may add: no further write begins then, and nothing is taken back. What a file server's client has taken by then may still reach the disk, at
 * its old place: over a line that another node added there meanwhile.
 */
export async function appendEntry(
  file: string,
  entry: LedgerEntry | LedgerAct,
  sync: SyncFile = syncFile,
  signal?: AbortSignal,
): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    const { lastHash, isWhole } = await readEnd(handle, size, isAct(entry));
    const added: Addition = { from: size, bytes: 0 };
    try {
      // A line that a crash cut off stays as it is, on a line of its own.
      await writeWhole(handle, `${isWhole ? '' : '\n'}${formatLine(lastHash, entry)}`, added, signal);
      await sync(handle);
    } catch (error) {
      if (!signal?.aborted) await takeBack(handle, added);
      throw error;
    }
  } finally {
    await handle.close();
  }
}
