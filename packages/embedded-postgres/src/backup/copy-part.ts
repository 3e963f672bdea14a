import { chmod, copyFile, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { BackupUnusable } from './backup-unusable.ts';
import { type Part, partProblem, readPart } from './manifest.ts';

/** Copies a part, and refuses it where it is not what was written; what was copied of it by then goes. */
export async function copyPart(backup: string, part: Part, target: string): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const handle = await open(target, 'w', 0o600);
  try {
    // Unlike `write`, this one goes on until the disk has all of it.
    const found = await readPart(backup, part.path, (chunk) => handle.writeFile(chunk));
    const { size } = await handle.stat();
    const problem = partProblem(part, found);
    if (problem) throw new BackupUnusable(`the part ${part.path} of the backup ${backup} ${problem}`);
    if (size !== part.bytes)
      throw new BackupUnusable(`the copy ${target} has ${size} bytes instead of ${part.bytes}`);
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Copies what a file holds, a symbolic link's target included, readable by the owner alone. */
export async function bringFile(source: string, target: string): Promise<void> {
  await copyFile(source, target);
  await chmod(target, 0o600);
}
