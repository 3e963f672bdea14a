import { lstat } from 'node:fs/promises';
import { DataDirectoryUnusable } from '../home/data-directory-unusable.ts';
import { exists } from '../home/trusted-directory.ts';
import { type DatabaseAccount, readOwnUid } from './database-account.ts';

/** The account that a cluster belongs to, which goes on with it; a cluster of root, or of a user that we cannot become, is refused. */
export async function findClusterAccount(
  cluster: string,
  preferred: DatabaseAccount,
): Promise<DatabaseAccount> {
  if (!(await exists(cluster))) return preferred;
  const { uid, gid } = await lstat(cluster);
  const ownUid = readOwnUid();
  if (uid === preferred.uid) return preferred;
  if (ownUid === 0 && uid !== 0) return { uid, gid };
  throw new DataDirectoryUnusable(
    `the database in ${cluster} belongs to user ${uid}, but PostgreSQL would run as user ${preferred.uid}; ` +
      (ownUid === 0
        ? `copy data directories with "cp -a", or give this one back: chown -R ${preferred.uid}:${preferred.gid} ${cluster}`
        : 'start titular as that user'),
  );
}
