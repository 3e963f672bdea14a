import { lstat, mkdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { type DatabaseAccount, readOwnUid } from '../cluster/database-account.ts';
import { DataDirectoryUnusable } from './data-directory-unusable.ts';

const WRITABLE_BY_OTHERS = 0o022;

/** Why an entry could have been planted or altered by another local user; undefined when only its owner `uid` can write it. */
export const findDistrust = (stats: { uid: number; mode: number }, uid: number): string | undefined => {
  if (stats.uid !== uid) return `it belongs to user ${stats.uid}, not to user ${uid}`;
  if ((stats.mode & WRITABLE_BY_OTHERS) !== 0) return 'users other than its owner may write to it';
  return undefined;
};

/** Refuses a directory that is a link, belongs to somebody else, or can be written by group or world. */
export async function requireTrustedDirectory(directory: string): Promise<void> {
  const stats = await lstat(directory);
  const distrust = stats.isDirectory() ? findDistrust(stats, readOwnUid()) : 'it is not a directory';
  if (distrust !== undefined) throw new DataDirectoryUnusable(`refusing to use ${directory}: ${distrust}`);
}

/** Creates the directory when missing, then holds it to `requireTrustedDirectory`; missing parents get the same mode. */
export async function makeTrustedDirectory(directory: string, mode: number): Promise<void> {
  await mkdir(directory, { recursive: true, mode });
  await requireTrustedDirectory(directory);
}

/** Whether the account may pass through the directory and all its ancestors; links are followed first. */
export async function isReachable(directory: string, account: DatabaseAccount): Promise<boolean> {
  let current = await realpath(directory);
  for (;;) {
    const { uid, gid, mode } = await stat(current);
    const passBit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & passBit) === 0) return false;
    const parent = path.dirname(current);
    if (parent === current) return true;
    current = parent;
  }
}

/** Whether something exists at the path; a dangling link counts as something. */
export async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
