import { chown, lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseAccount } from '../cluster/database-account.ts';
import { exists, isReachable } from './trusted-directory.ts';

/** The one port number in use; it only names the socket file, no TCP port is opened. */
export const socketPort = 5432;

// sun_path of sockaddr_un less its closing NUL.
const MAX_SOCKET_PATH_BYTES = process.platform === 'linux' ? 107 : 103;
const SHORT_NAME = /^titular-[A-Za-z0-9]{6}$/;

/**
 * Creates the socket directory, mode 0700 and owned by the account. It lies in the home, or under a random name in
 * the temporary directory if the home's path is too long. Removes a temporary one that a killed process left.
 */
export async function makeSocketDirectory(home: string, account: DatabaseAccount): Promise<string> {
  await removeSocketDirectory(home, account);
  const inside = path.join(home, 'socket');
  if (fits(inside)) {
    if (!(await exists(inside))) await mkdir(inside, { mode: 0o700 });
    await chown(inside, account.uid, account.gid);
    return inside;
  }
  const directory = await mkdtemp(path.join(await findShortParent(account), 'titular-'));
  await chown(directory, account.uid, account.gid);
  // The home stands beside it: in a copy of the home the record names a directory that is not the copy's.
  await writeFile(recordIn(home), `${directory}\n${home}`, { mode: 0o600 });
  return directory;
}

/** Removes the temporary socket directory that the home has on record, if any; the one in the home stays. */
export async function removeSocketDirectory(home: string, account: DatabaseAccount): Promise<void> {
  const directory = await readRecord(home);
  if (directory && SHORT_NAME.test(path.basename(directory)) && (await isOwned(directory, account))) {
    await rm(directory, { recursive: true, force: true });
  }
  await rm(recordIn(home), { force: true });
}

async function readRecord(home: string): Promise<string | undefined> {
  if (!(await exists(recordIn(home)))) return undefined;
  const [directory, owner] = (await readFile(recordIn(home), 'utf8')).split('\n');
  return owner === home ? directory : undefined;
}

/** Where the server that another process runs on the home has its socket. */
export const findSocketDirectory = async (home: string): Promise<string> =>
  (await readRecord(home)) ?? path.join(home, 'socket');

const recordIn = (home: string): string => path.join(home, 'socket-directory');

const fits = (directory: string): boolean =>
  Buffer.byteLength(path.join(directory, `.s.PGSQL.${socketPort}`)) <= MAX_SOCKET_PATH_BYTES;

async function findShortParent(account: DatabaseAccount): Promise<string> {
  const parent = tmpdir();
  return fits(path.join(parent, 'titular-XXXXXX')) && (await isReachable(parent, account)) ? parent : '/tmp';
}

async function isOwned(directory: string, account: DatabaseAccount): Promise<boolean> {
  if (!(await exists(directory))) return false;
  const stats = await lstat(directory);
  return stats.isDirectory() && stats.uid === account.uid;
}
