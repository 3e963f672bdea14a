import { lstat, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DataDirectoryUnusable } from './data-directory-unusable.ts';
import { exists } from './trusted-directory.ts';

/** Which data directory a home outside of it belongs to: its real path, and the inode of its `instance-id`. */
export type HomeOwner = { dataDirectory: string; inode: string };

type Identity = HomeOwner & { links: number };

const INSTANCE_ID = /^[0-9a-f]{32}$/;

/** The file that ties a data directory to its home. */
export const instanceIdFile = (data: string): string => path.join(data, 'instance-id');

const recordIn = (home: string): string => path.join(home, 'data-directory.json');

/** The id by which a data directory names its home; undefined when it names none. */
export async function findInstanceId(data: string): Promise<string | undefined> {
  const file = instanceIdFile(data);
  if (!(await exists(file))) return undefined;
  const id = (await readFile(file, 'utf8')).trim();
  if (!INSTANCE_ID.test(id)) throw new DataDirectoryUnusable(`${file} does not hold an instance id`);
  return id;
}

async function readIdentity(data: string): Promise<Identity> {
  const { ino, nlink } = await lstat(instanceIdFile(data), { bigint: true });
  return { dataDirectory: data, inode: String(ino), links: Number(nlink) };
}

/**
 * Whether a data directory is the one on record. A copy has another inode, and a copy made of hard links has another path; one that was
 * moved keeps the inode. The inode of a file, unlike that of a directory, outlives a restart of a container.
 */
export const isOwner = (record: HomeOwner, { dataDirectory, inode, links }: Identity): boolean =>
  record.inode === inode && (record.dataDirectory === dataDirectory || links === 1);

/** The data directory on record; undefined for a home that was made before there were records. */
export async function findHomeOwner(home: string): Promise<HomeOwner | undefined> {
  const file = recordIn(home);
  return (await exists(file)) ? (JSON.parse(await readFile(file, 'utf8')) as HomeOwner) : undefined;
}

/** Makes the data directory, given by its real path, the owner of the home. */
export async function writeHomeOwner(home: string, data: string): Promise<void> {
  const { dataDirectory, inode } = await readIdentity(data);
  const draft = `${recordIn(home)}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify({ dataDirectory, inode })}\n`, { mode: 0o600, flush: true });
  await rename(draft, recordIn(home));
}

/** Refuses a copy of the data directory that the home belongs to. */
export async function requireHomeOwner(home: string, data: string): Promise<void> {
  const record = await findHomeOwner(home);
  if (record !== undefined && !isOwner(record, await readIdentity(data))) {
    throw new DataDirectoryUnusable(
      `the data directory ${data} is a copy, and the database in ${home} belongs to the original at ${record.dataDirectory}; ` +
        'use the original, or move it here instead of copying it, or make this copy the owner with ' +
        `"npx titular data adopt" once the original is gone, or delete ${instanceIdFile(data)} to start with no data`,
    );
  }
}

/** Notes the data directory, found to be the owner of the home, at the place where it is now. */
export async function noteHomeOwner(home: string, data: string): Promise<void> {
  if ((await findHomeOwner(home))?.dataDirectory !== data) await writeHomeOwner(home, data);
}

/** Whether a data directory that names no home is plainly gone or emptied: an empty place may be that of a volume that is not mounted. */
async function isPlainlyGone(data: string): Promise<boolean> {
  const nearest = (await exists(data)) ? data : path.dirname(data);
  return (await readdir(nearest)).length > 0;
}

/** Whether the data directory on record is still there and names the home; undefined when none is on record, or when it cannot be told. */
export async function isHomeClaimed(home: string): Promise<boolean | undefined> {
  const record = await findHomeOwner(home);
  if (record === undefined) return undefined;
  try {
    const id = await findInstanceId(record.dataDirectory);
    if (id !== undefined) return id === path.basename(home);
    return (await isPlainlyGone(record.dataDirectory)) ? false : undefined;
  } catch {
    // What cannot be read may be there.
    return undefined;
  }
}
