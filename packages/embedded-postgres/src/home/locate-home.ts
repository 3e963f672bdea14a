import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, link, mkdir, realpath, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type DatabaseAccount, readOwnUid } from '../cluster/database-account.ts';
import { DataDirectoryUnusable, explainDataDirectory } from './data-directory-unusable.ts';
import {
  findInstanceId,
  instanceIdFile,
  noteHomeOwner,
  requireHomeOwner,
  writeHomeOwner,
} from './home-owner.ts';
import { exists, isReachable, makeTrustedDirectory, requireTrustedDirectory } from './trusted-directory.ts';

/** Where root keeps what the unprivileged database account must reach when the data directory is closed to it. */
export const defaultSystemDirectory = '/var/lib/titular';

/** `directory` holds cluster, socket, log and passwords of one data directory; `stageParent` holds the binaries. */
export type Home = { directory: string; stageParent: string };

const PASS_THROUGH = 0o711;
const PRIVATE = 0o700;

/** What to find a home for; `mayLieElsewhere` lets the database of a closed data directory lie below the system directory. */
export type HomeQuestion = {
  dataDirectory: string;
  systemDirectory: string;
  account: DatabaseAccount;
  mayLieElsewhere: boolean;
};

/**
 * Finds or creates the home of a data directory. It lies below the data directory or, for root without access for the
 * account, below the system directory under the id in `<dataDirectory>/instance-id`. A choice once made holds, so
 * that data is never left behind. Where the database may not lie elsewhere, and for a copy of a data directory, one
 * sentence says what to do.
 */
export async function locateHome(question: HomeQuestion): Promise<Home> {
  try {
    const home = (await takeOutsideHome(question)) ?? (await makeHome(question));
    // A file system that was mounted read-only since is found here, and not by the first of many writers.
    await access(home.directory, constants.W_OK);
    return home;
  } catch (error) {
    throw explainDataDirectory(error, question);
  }
}

type Directories = Pick<HomeQuestion, 'dataDirectory' | 'systemDirectory'>;

/** The home that the data directory has by now, for who only looks: nothing is written; undefined before its first start. */
export async function findHome(directories: Directories): Promise<Home | undefined> {
  try {
    const outside = await findOutsideHome(directories);
    const inside = path.join(directories.dataDirectory, 'database');
    if (outside !== undefined || !(await exists(path.join(inside, 'cluster')))) return outside;
    const directory = await realpath(inside);
    await requireTrustedDirectory(directory);
    return { directory, stageParent: directory };
  } catch (error) {
    throw explainDataDirectory(error, directories);
  }
}

/** The directory of the home below the system directory that a data directory had and that is gone. */
export async function findLostHome({
  dataDirectory,
  systemDirectory,
}: Directories): Promise<string | undefined> {
  if (!(await exists(dataDirectory))) return undefined;
  const instanceId = await findInstanceId(await realpath(dataDirectory));
  if (instanceId === undefined) return undefined;
  const directory = path.join(systemDirectory, instanceId);
  return (await exists(directory)) ? undefined : directory;
}

/** Has a data directory forget a home that is gone, so that it can get a new one. */
export async function unlinkLostHome(directories: Directories): Promise<void> {
  if ((await findLostHome(directories)) === undefined) return;
  await rm(instanceIdFile(await realpath(directories.dataDirectory)), { force: true });
}

async function findOutsideHome({ dataDirectory, systemDirectory }: Directories): Promise<Home | undefined> {
  if (!(await exists(dataDirectory))) return undefined;
  const data = await realpath(dataDirectory);
  const instanceId = await findInstanceId(data);
  return instanceId === undefined ? undefined : readOutsideHome(data, systemDirectory, instanceId);
}

async function takeOutsideHome(directories: Directories): Promise<Home | undefined> {
  const home = await findOutsideHome(directories);
  if (home !== undefined) await noteHomeOwner(home.directory, await realpath(directories.dataDirectory));
  return home;
}

/** Removes what of a data directory lies outside of it, before it is removed itself; its server must have ended. */
export async function removeOutsideHome(
  dataDirectory: string,
  systemDirectory: string = defaultSystemDirectory,
): Promise<void> {
  const instanceId = await findInstanceId(dataDirectory);
  if (instanceId === undefined) return;
  await rm(path.join(systemDirectory, instanceId), { recursive: true, force: true });
}

async function makeHome({
  dataDirectory,
  systemDirectory,
  account,
  mayLieElsewhere,
}: HomeQuestion): Promise<Home> {
  const separate = account.uid !== readOwnUid();
  const inside = path.join(dataDirectory, 'database');
  const isOpen = !separate || (await isReachable(await nearestExisting(dataDirectory), account));
  if (!isOpen && !mayLieElsewhere && !(await exists(inside))) {
    throw new DataDirectoryUnusable(
      `the data directory ${dataDirectory} is closed to user ${account.uid}, which runs PostgreSQL because PostgreSQL refuses to run as root; ` +
        'give it and its parents mode o+x, or start titular as a user other than root, or set DATABASE_URL',
    );
  }
  await mkdir(dataDirectory, { recursive: true, mode: separate && isOpen ? PASS_THROUGH : PRIVATE });
  const data = await realpath(dataDirectory);
  if (!separate) return makeInsideHome(data, PRIVATE);
  if (await isReachable(data, account)) return makeInsideHome(data, PASS_THROUGH);
  if (await exists(inside)) {
    throw new DataDirectoryUnusable(
      `user ${account.uid} cannot reach the database in ${inside}; give its parents mode o+x`,
    );
  }
  return makeOutsideHome(data, systemDirectory);
}

async function nearestExisting(directory: string): Promise<string> {
  let ancestor = path.resolve(directory);
  while (!(await exists(ancestor))) ancestor = path.dirname(ancestor);
  return ancestor;
}

async function makeInsideHome(data: string, mode: number): Promise<Home> {
  const directory = path.join(data, 'database');
  await makeTrustedDirectory(directory, mode);
  return { directory, stageParent: directory };
}

async function readOutsideHome(data: string, systemDirectory: string, instanceId: string): Promise<Home> {
  const directory = path.join(systemDirectory, instanceId);
  if (!(await exists(directory))) {
    throw new DataDirectoryUnusable(
      `the database of ${data} was in ${directory} and is gone; restore it, or delete ${data} to start with no data`,
    );
  }
  await requireTrustedDirectory(systemDirectory);
  await requireTrustedDirectory(directory);
  await requireHomeOwner(directory, data);
  return { directory, stageParent: systemDirectory };
}

// The directory comes before the id that points to it: an id without a directory then always means lost data.
async function makeOutsideHome(data: string, systemDirectory: string): Promise<Home> {
  await makeTrustedDirectory(systemDirectory, PASS_THROUGH);
  // Where nothing can be written, Node.js says of a new directory in it that its path is not there.
  await access(systemDirectory, constants.W_OK);
  const instanceId = randomBytes(16).toString('hex');
  const directory = path.join(systemDirectory, instanceId);
  await makeTrustedDirectory(directory, PASS_THROUGH);
  if (await claimInstanceId(data, instanceId)) await writeHomeOwner(directory, data);
  else await rmdir(directory);
  return readOutsideHome(data, systemDirectory, (await findInstanceId(data)) ?? instanceId);
}

// A hard link appears whole or not at all, and only one of two processes that start at once gets it.
async function claimInstanceId(data: string, instanceId: string): Promise<boolean> {
  const draft = path.join(data, `instance-id.${instanceId}`);
  await writeFile(draft, `${instanceId}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    await link(draft, instanceIdFile(data));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft);
  }
}
