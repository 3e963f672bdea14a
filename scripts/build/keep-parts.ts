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

/** Keeps the parts of the build before beside those that were made: a process that runs still loads them. Their names tell their content. */
export async function keepParts(before: string, draft: string, made: readonly string[]): Promise<void> {
  await writeFile(join(draft, PARTS), made.join('\n'));
  const gone = listParts(before).filter((file) => !made.includes(file));
  for (const file of gone) await copyFile(join(before, file), join(draft, file));
}
