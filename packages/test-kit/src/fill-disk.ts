import { open } from 'node:fs/promises';

const MEGABYTE = 2 ** 20;
const BLOCK = 4_096;

/** Writes to a file until the disk below it has no block left; any other error is thrown. */
export async function fillDisk(file: string): Promise<void> {
  const handle = await open(file, 'w');
  try {
    for (const size of [MEGABYTE, BLOCK]) {
      try {
        for (;;) await handle.writeFile(Buffer.alloc(size, 1));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    await handle.close();
  }
}
