import { mkdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const LOCK = join(tmpdir(), 'titular-chromium.lock');
const POLL_MS = 100;
const ABANDONED_AFTER_MS = 120_000;

async function isAbandoned(): Promise<boolean> {
  const made = await stat(LOCK).catch(() => undefined);
  return made !== undefined && Date.now() - made.mtimeMs > ABANDONED_AFTER_MS;
}

/** The browser's package unpacks into a shared place and takes a half-written file for a whole one; so one process at a time does it. */
export async function withUnpackLock<Result>(unpack: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      await mkdir(LOCK);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (await isAbandoned()) await rm(LOCK, { recursive: true, force: true });
      else await delay(POLL_MS);
    }
  }
  try {
    return await unpack();
  } finally {
    await rm(LOCK, { recursive: true, force: true });
  }
}
