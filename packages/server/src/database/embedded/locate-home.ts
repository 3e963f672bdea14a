import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, realpath, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type DatabaseAccount, readOwnUid } from './database-account.ts';
import { exists, isReachable, makeTrustedDirectory, requireTrustedDirectory } from './trusted-directory.ts';

/** Where root keeps what the unprivileged database account must reach when the data directory is closed to it. */
export const defaultSystemDirectory = '/var/lib/titular';

/** `directory` holds cluster, socket, log and passwords of one data directory; `stageParent` holds the binaries. */
export type Home = { directory: string; stageParent: string };

const INSTANCE_ID = /^[0-9a-f]{32}$/;
const PASS_THROUGH = 0o711;
const PRIVATE = 0o700;

/**
 * Finds or creates the home of the data directory: below it, or, for root with a data directory the account cannot reach, below the
 * system directory under the id in `<dataDirectory>/instance-id`. A choice once made holds, so that data is never left behind.
 */
export async function locateHome(
  dataDirectory: string,
  systemDirectory: string,
  account: DatabaseAccount,
): Promise<Home> {
  const separate = account.uid !== readOwnUid();
  const data = await makeDataDirectory(dataDirectory, separate, account);
  const inside = path.join(data, 'database');
  const instanceId = await findInstanceId(data);
  if (instanceId !== undefined) return readOutsideHome(data, systemDirectory, instanceId);
  if (!separate) return makeInsideHome(inside, PRIVATE);
  if (await isReachable(data, account)) return makeInsideHome(inside, PASS_THROUGH);
  if (await exists(inside)) {
    throw new Error(
      `the database in ${inside} is out of reach for user ${account.uid}; give its parents mode o+x`,
    );
  }
  return makeOutsideHome(data, systemDirectory);
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

async function makeDataDirectory(
  directory: string,
  separate: boolean,
  account: DatabaseAccount,
): Promise<string> {
  let ancestor = path.resolve(directory);
  while (!(await exists(ancestor))) ancestor = path.dirname(ancestor);
  const open = separate && (await isReachable(ancestor, account));
  await mkdir(directory, { recursive: true, mode: open ? PASS_THROUGH : PRIVATE });
  return realpath(directory);
}

async function makeInsideHome(directory: string, mode: number): Promise<Home> {
  await makeTrustedDirectory(directory, mode);
  return { directory, stageParent: directory };
}

async function readOutsideHome(data: string, systemDirectory: string, instanceId: string): Promise<Home> {
  const directory = path.join(systemDirectory, instanceId);
  if (!(await exists(directory))) {
    throw new Error(
      `the database of ${data} lay in ${directory} and is gone; put it back, or delete ${data} to start with no data`,
    );
  }
  await requireTrustedDirectory(systemDirectory);
  await requireTrustedDirectory(directory);
  return { directory, stageParent: systemDirectory };
}

// The directory comes before the id that points to it: an id without a directory then always means lost data.
async function makeOutsideHome(data: string, systemDirectory: string): Promise<Home> {
  await makeTrustedDirectory(systemDirectory, PASS_THROUGH);
  const instanceId = randomBytes(16).toString('hex');
  const directory = path.join(systemDirectory, instanceId);
  await makeTrustedDirectory(directory, PASS_THROUGH);
  if (!(await claimInstanceId(data, instanceId))) await rmdir(directory);
  return readOutsideHome(data, systemDirectory, (await findInstanceId(data)) ?? instanceId);
}

// A hard link appears whole or not at all, and only one of two processes that start at once gets it.
async function claimInstanceId(data: string, instanceId: string): Promise<boolean> {
  const draft = path.join(data, `instance-id.${instanceId}`);
  await writeFile(draft, `${instanceId}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    await link(draft, path.join(data, 'instance-id'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft);
  }
}

async function findInstanceId(data: string): Promise<string | undefined> {
  const file = path.join(data, 'instance-id');
  if (!(await exists(file))) return undefined;
  const id = (await readFile(file, 'utf8')).trim();
  if (!INSTANCE_ID.test(id)) throw new Error(`${file} does not hold an instance id`);
  return id;
}
