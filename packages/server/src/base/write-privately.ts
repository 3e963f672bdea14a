import { randomBytes } from 'node:crypto';
import { open, rename } from 'node:fs/promises';

/** Writes a text whole and to disk under a name of its own beside `file`, readable by its owner alone; answers that name. */
export async function writeDraft(file: string, text: string): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return draft;
}

/** Replaces a file by a text in one step, readable by its owner alone: whoever reads sees the old or the new, never a part. */
export async function writePrivately(file: string, text: string): Promise<void> {
  await rename(await writeDraft(file, text), file);
}
