import { lstatSync, readdirSync, rmdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MARK } from './development.ts';
import { listInstalledFiles } from './installed-files.ts';
import { isUnused } from './unused-files.ts';

/** What was removed; `bytes` are blocks of the disk. */
export type Removed = { files: number; bytes: number };

const BLOCK_BYTES = 512;

/** Removes a directory and those above it for as long as they are empty, up to the package. */
function removeEmpty(directory: string, top: string): void {
  if (directory === top || readdirSync(directory).length > 0) return;
  rmdirSync(directory);
  removeEmpty(dirname(directory), top);
}

/** Removes what an installation that runs can do without from the `node_modules` of a root; doing it again changes nothing. */
export function removeUnused(root: string): Removed {
  const removed = { files: 0, bytes: 0 };
  const packages = listInstalledFiles(root);
  if (packages.length === 0) return removed;
  // Before the first file: what ends in the middle is no whole installation either.
  writeFileSync(join(root, MARK), '');
  for (const { name, path, files } of packages) {
    const top = join(root, path);
    const unused = files.filter((file) => isUnused(name, file)).map((file) => join(top, file));
    for (const file of unused) {
      removed.files += 1;
      removed.bytes += lstatSync(file).blocks * BLOCK_BYTES;
      unlinkSync(file);
    }
    for (const directory of new Set(unused.map(dirname))) {
      if (lstatSync(directory, { throwIfNoEntry: false })) removeEmpty(directory, top);
    }
  }
  return removed;
}
