import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { BackupUnusable } from './backup-unusable.ts';

/** Files of a running server that mean nothing elsewhere, and what it makes anew. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map']);
const TEMPORARY = /^pgsql_tmp/;

/** Directories whose content is left out: the log is copied by itself, the others a server fills at its start. */
const EMPTIED = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify'],
  ...['pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
]);
const WAL_DIRECTORIES = ['archive_status', 'summaries'];
const WAL_SEGMENT = /^[0-9A-F]{24}$/;

/** Copies on write where the file system can; a file that goes meanwhile is one that the log tells of. */
async function copyIfThere(source: string, target: string): Promise<void> {
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Copies a directory with what is below it. */
async function copyDirectory(source: string, target: string, isTop: boolean): Promise<void> {
  await mkdir(target, { mode: 0o700 });
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const [from, to] = [path.join(source, entry.name), path.join(target, entry.name)];
    if (TEMPORARY.test(entry.name) || (isTop && LEFT_OUT.has(entry.name))) continue;
    if (isTop && EMPTIED.has(entry.name)) await mkdir(to, { mode: 0o700 });
    else if (entry.isDirectory()) await copyDirectory(from, to, false);
    else await copyIfThere(from, to);
  }
}

/** Copies the log that was written between the beginning and the end of the copy. */
async function copyLog(cluster: string, target: string, first: string, last: string): Promise<void> {
  for (const name of WAL_DIRECTORIES) await mkdir(path.join(target, 'pg_wal', name), { mode: 0o700 });
  const names = (await readdir(path.join(cluster, 'pg_wal'))).filter(
    (name) => WAL_SEGMENT.test(name) && name >= first && name <= last,
  );
  if (!names.includes(first) || !names.includes(last))
    throw new BackupUnusable('the database did not keep its write-ahead log for as long as the copy took');
  for (const name of names)
    await copyFile(
      path.join(cluster, 'pg_wal', name),
      path.join(target, 'pg_wal', name),
      constants.COPYFILE_FICLONE,
    );
}

/**
 * Copies the files of a running cluster (a base backup over one session). The log is held by a temporary replication
 * slot, and both end with the session: a process that is killed leaves nothing in the server.
 */
export async function copyCluster(superuser: string, cluster: string, target: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuser, application_name: 'titular-backup' });
  // A session that ends meanwhile is heard of by the next statement.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(
      "SELECT pg_create_physical_replication_slot('titular_backup_' || pg_backend_pid(), true, true)",
    );
    const begun = await client.query("SELECT pg_walfile_name(pg_backup_start('titular', true)) AS name");
    await copyDirectory(cluster, target, true);
    const ended = await client.query(
      'SELECT pg_walfile_name(lsn) AS name, labelfile FROM pg_backup_stop(wait_for_archive => false)',
    );
    await writeFile(path.join(target, 'backup_label'), ended.rows[0].labelfile, { mode: 0o600 });
    await copyLog(cluster, target, begun.rows[0].name, ended.rows[0].name);
  } finally {
    await client.end().catch(() => undefined);
  }
}
