import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { listFiles, syncTree } from '@titular/embedded-postgres/backup/manifest.ts';
import { sumBytes } from '@titular/embedded-postgres/home/remove-home.ts';
import { addAttempts, addFrames, addTransactions } from '@titular/test-kit/fill-volume.ts';
import pg from 'pg';
import type { Harness } from '../harness/harness.ts';

const COMMAND = resolve(import.meta.dirname, '../../../packages/cli/src/main.ts');
const PICTURE_BYTES = 55_000;
const FRAMES = 6;
/** What a capture takes in the cluster, with its rows and indexes. */
const CAPTURE_BYTES = FRAMES * PICTURE_BYTES * 1.08;
const CAPTURES_AT_ONCE = 200;
const run = promisify(execFile);

/** Seconds of a backup, its restore, and a plain copy of the same files, and how many bytes these have. */
export type BackupResult = {
  bytes: number;
  files: number;
  backupSeconds: number;
  restoreSeconds: number;
  copySeconds: number;
};

async function fill({ connectionString, tenants: [tenant] }: Harness, megabytes: number): Promise<void> {
  if (!tenant) throw new Error('the harness has a tenant');
  const pool = new pg.Pool({ connectionString });
  pool.on('error', () => undefined);
  try {
    const captures = Math.ceil((megabytes * 1_000_000) / CAPTURE_BYTES);
    for (let salt = 0; salt < captures; salt += CAPTURES_AT_ONCE) {
      const count = Math.min(CAPTURES_AT_ONCE, captures - salt);
      const at = `now() - interval '1 day' - n * interval '1 second'`;
      const times = { createdAt: at, finishedAt: at, expiresAt: at };
      await addTransactions(pool, tenant, { count, status: "'approved'", ...times, salt });
      await addAttempts(pool, tenant, { from: "now() - interval '2 days'", before: 'now()' });
      await addFrames(pool, tenant, { pictureBytes: PICTURE_BYTES, attempts: count });
    }
  } finally {
    await pool.end();
  }
}

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startMs = performance.now();
  await work();
  return (performance.now() - startMs) / 1_000;
};

/** Backs up, copies and restores in the directory of the harness, which goes with it. */
export async function measureBackup(harness: Harness, megabytes: number): Promise<BackupResult> {
  await fill(harness, megabytes);
  const { directory } = harness;
  const [backup, copy, restored] = ['backup', 'copy', 'restored'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  const titular = (dataDirectory: string, ...words: string[]) =>
    run(process.execPath, [COMMAND, ...words], {
      env: {
        PATH: '/usr/bin:/bin',
        TITULAR_DATA_DIR: dataDirectory,
        TITULAR_MASTER_KEY_FILE: join(directory, 'master.key'),
      },
    });
  const backupSeconds = await secondsOf(() => titular(join(directory, 'database'), 'data', 'backup', backup));
  const copySeconds = await secondsOf(async () => {
    const { files, directories } = await listFiles(backup);
    await mkdir(copy);
    for (const name of directories) await mkdir(join(copy, name), { recursive: true });
    for (const name of files) await copyFile(join(backup, name), join(copy, name));
    await syncTree(copy);
  });
  await rm(copy, { recursive: true });
  await mkdir(restored, { mode: 0o711 });
  const restoreSeconds = await secondsOf(() =>
    titular(restored, 'data', 'restore', backup, '--without-ledger'),
  );
  const { files } = await listFiles(backup);
  return {
    bytes: await sumBytes(backup),
    files: files.length,
    ...{ backupSeconds, restoreSeconds, copySeconds },
  };
}
