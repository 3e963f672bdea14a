import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { findPostmaster, takeOverPostmaster } from '../process/take-over-postmaster.ts';
import { explainDataDirectory } from './data-directory-unusable.ts';
import { lockHome } from './home-lock.ts';
import { findHomeOwner, isHomeClaimed } from './home-owner.ts';
import { exists } from './trusted-directory.ts';

/** How a home below the system directory stands: its server runs, its data directory is there, is gone, or was never noted or cannot be looked at. */
export type HomeState = 'running' | 'in place' | 'left behind' | 'unknown';

/** A home below the system directory; `dataDirectory` is the one on record, `bytes` what it takes on the disk. */
export type OutsideHome = {
  id: string;
  directory: string;
  dataDirectory: string | undefined;
  state: HomeState;
  bytes: number;
  changedAt: Date;
};

const INSTANCE_ID = /^[0-9a-f]{32}$/;

async function findState(directory: string): Promise<HomeState> {
  if (findPostmaster(path.join(directory, 'cluster')) !== undefined) return 'running';
  const isClaimed = await isHomeClaimed(directory);
  return isClaimed === undefined ? 'unknown' : isClaimed ? 'in place' : 'left behind';
}

/** Adds up the sizes of the files below a directory. */
export async function sumBytes(directory: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    // A file may go while its server runs.
    const stats = entry.isFile()
      ? await stat(path.join(entry.parentPath, entry.name)).catch(() => undefined)
      : undefined;
    bytes += stats?.size ?? 0;
  }
  return bytes;
}

async function describeHome(systemDirectory: string, id: string): Promise<OutsideHome> {
  const directory = path.join(systemDirectory, id);
  return {
    id,
    directory,
    dataDirectory: (await findHomeOwner(directory))?.dataDirectory,
    state: await findState(directory),
    bytes: await sumBytes(directory),
    changedAt: (await stat(path.join(directory, 'postgres.log')).catch(() => stat(directory))).mtime,
  };
}

/** The homes that lie outside of their data directories; none where there is no system directory. */
export async function listOutsideHomes(systemDirectory: string): Promise<OutsideHome[]> {
  const names = await readdir(systemDirectory).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw explainDataDirectory(error, { dataDirectory: systemDirectory });
    return [];
  });
  const homes: OutsideHome[] = [];
  for (const id of names.filter((name) => INSTANCE_ID.test(name)).sort())
    homes.push(await describeHome(systemDirectory, id));
  return homes;
}

/** Removes a home for good; a server that an ended process left there is shut down first, and one that is in use is refused. */
export async function removeHome({ id, directory }: Pick<OutsideHome, 'id' | 'directory'>): Promise<void> {
  const lock = lockHome(directory, id);
  try {
    const cluster = path.join(directory, 'cluster');
    await takeOverPostmaster(cluster, () => undefined);
    // A removal that is interrupted leaves no part of a cluster under its name.
    const condemned = path.join(directory, 'cluster.new-removed');
    await rm(condemned, { recursive: true, force: true });
    if (await exists(cluster)) await rename(cluster, condemned);
    await rm(directory, { recursive: true, force: true });
  } finally {
    lock.release();
  }
}
