import { chown, lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseAccount } from '../cluster/database-account.ts';
import { readOwnUid } from '../cluster/database-account.ts';
import type { Credentials } from '../home/credentials.ts';
import { buildSettings } from '../home/settings.ts';
import { makeSocketDirectory, removeSocketDirectory } from '../home/socket-directory.ts';
import { connectionStrings, type Instance } from '../process/open-instance.ts';
import { runPostmaster } from '../process/run-postmaster.ts';

/** A copied cluster that is to be opened: `home` holds socket and log for as long as that takes. */
export type Copy = {
  cluster: string;
  home: string;
  binaries: string;
  account: DatabaseAccount;
  credentials: Credentials;
};

/** Looks at a database by the address of its owner; what it answers is the facts. */
export type Examine<Facts> = (connectionString: string) => Promise<Facts>;

/** Nobody but the examiner uses the copy, and what it writes is brought to the disk at the end of all. */
const QUIET = { fsync: 'off', autovacuum: 'off', min_wal_size: '32MB', max_wal_size: '256MB' };

/** Gives a directory with all that is in it to an account. */
export async function giveTo(account: DatabaseAccount, directory: string): Promise<void> {
  if (readOwnUid() !== 0) return;
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  await chown(directory, account.uid, account.gid);
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    if (!(await lstat(file)).isSymbolicLink()) await chown(file, account.uid, account.gid);
  }
}

/** Opens a copied cluster, which replays its log, has it examined, and shuts it down in order. */
export async function examineCopy<Facts>(copy: Copy, examine: Examine<Facts>): Promise<Facts> {
  const { cluster, home, binaries, account, credentials } = copy;
  await giveTo(account, cluster);
  const socketDirectory = await makeSocketDirectory(home, account);
  const instance: Instance = {
    ...{ account, binaries, cluster, credentials },
    logFile: path.join(home, 'copy.log'),
    settings: buildSettings(socketDirectory, true, QUIET),
    ...connectionStrings(socketDirectory, credentials),
    log: () => undefined,
    release: async () => undefined,
  };
  try {
    const postmaster = await runPostmaster(instance);
    try {
      return await examine(instance.connectionString);
    } finally {
      await postmaster.stop();
    }
  } finally {
    await removeSocketDirectory(home, account);
  }
}
