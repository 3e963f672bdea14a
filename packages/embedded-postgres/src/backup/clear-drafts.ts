import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { DataDirectoryInUse, LOCK_FILES, lockHome } from '../home/home-lock.ts';
import { exists } from '../home/trusted-directory.ts';
import { takeOverPostmaster } from '../process/take-over-postmaster.ts';

/** What the name of a backup ends with until it is whole. */
export const DRAFT_ENDING = '.partial';

/** Ends and removes what a killed run left behind; one that still works holds the lock. */
export async function clearDraft(draft: string, target: string): Promise<void> {
  if (!(await exists(draft))) return;
  const lock = lockHome(draft, target);
  try {
    await takeOverPostmaster(path.join(draft, 'cluster'), () => undefined);
    await rm(draft, { recursive: true });
  } finally {
    lock.release();
  }
}

/** Whether a directory is a draft of ours: it has our empty lock, and nothing or a cluster beside it. */
async function isDraft(directory: string): Promise<boolean> {
  const lock = await lstat(path.join(directory, 'lock')).catch(() => undefined);
  if (!lock?.isFile() || lock.size > 0) return false;
  const others = (await readdir(directory)).filter((name) => !LOCK_FILES.includes(name));
  return others.length === 0 || others.includes('cluster');
}

/** Removes a draft unless somebody works on it, and says so, or why it is still there. */
async function clearLeftover(draft: string, say: (text: string) => void): Promise<void> {
  try {
    if (!(await isDraft(draft))) return;
    await clearDraft(draft, draft);
    say(`Removed ${draft}, which an interrupted backup left.`);
  } catch (error) {
    if (error instanceof DataDirectoryInUse) return;
    say(`Remove ${draft} by hand: an interrupted backup left it (${(error as Error).message}).`);
  }
}

/**
 * Removes the drafts that killed runs left in a directory of backups, under whatever name. Each may hold a whole database,
 * with persons who were erased since.
 */
export async function clearDraftsIn(directory: string, say: (text: string) => void): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name.endsWith(DRAFT_ENDING))
      await clearLeftover(path.join(directory, entry.name), say);
}
