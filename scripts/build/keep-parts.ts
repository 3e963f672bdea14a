import { existsSync, readFileSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Names the files that a build made itself, a line each. */
const PARTS = '.parts';

/** Lists the files that the build in a directory made itself, without those it keeps; empty where nothing says so. */
export function listParts(directory: string): string[] {
  const list = join(directory, PARTS);
  return existsSync(list) ? readFileSync(list, 'utf8').split('\n') : [];
}

/** A part that is gone is kept by nobody: it was removed by hand, or another build took the place of the one before meanwhile. */
const unlessGone = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error;
};

/** Keeps the parts of the build before beside those that were made: a process that runs still loads them. Their names tell their content. */
export async function keepParts(before: string, draft: string, made: readonly string[]): Promise<void> {
  await writeFile(join(draft, PARTS), made.join('\n'));
  const gone = listParts(before).filter((file) => !made.includes(file));
  for (const file of gone) await copyFile(join(before, file), join(draft, file)).catch(unlessGone);
}
