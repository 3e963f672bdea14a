import { type FileHandle, open } from 'node:fs/promises';
import { formatLine, LEDGER_BEGINNING, type LedgerEntry, parseLine } from './ledger-entry.ts';

const NEWLINE = 0x0a;
const TAIL_BYTES = 65_536;

/** Finds the hash of the last whole line, and whether the file ends with a line end, from as much of its end as that takes. */
async function readEnd(handle: FileHandle, size: number): Promise<{ lastHash: Buffer; isWhole: boolean }> {
  for (let length = TAIL_BYTES; ; length *= 2) {
    const from = Math.max(0, size - length);
    const { buffer } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
    // The first line of a part may have lost its beginning, and is then none.
    const found = buffer
      .toString('utf8')
      .split('\n')
      .map(parseLine)
      .findLast((line) => line !== undefined);
    if (found || from === 0)
      return { lastHash: found?.hash ?? LEDGER_BEGINNING, isWhole: buffer.at(-1) === NEWLINE };
  }
}

/** Writes all of a text: a disk that is nearly full takes a part first, and refuses the rest. */
async function writeWhole(handle: FileHandle, text: string, position: number): Promise<void> {
  const bytes = Buffer.from(text, 'utf8');
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, written, undefined, position + written);
    if (bytesWritten === 0) throw new Error('the disk takes no more of the erasure ledger');
    written += bytesWritten;
  }
}

/** Adds an entry to a ledger, on the disk when it returns; a failure leaves the ledger as it was. */
export async function appendEntry(file: string, entry: LedgerEntry): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    const { lastHash, isWhole } = await readEnd(handle, size);
    try {
      // A line that a crash cut off stays as it is, on a line of its own.
      await writeWhole(handle, `${isWhole ? '' : '\n'}${formatLine(lastHash, entry)}`, size);
      await handle.sync();
    } catch (error) {
      await handle.truncate(size);
      throw error;
    }
  } finally {
    await handle.close();
  }
}
