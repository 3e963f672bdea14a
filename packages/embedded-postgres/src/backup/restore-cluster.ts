import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { removeDrafts } from '../cluster/create-cluster.ts';
import { type DatabaseAccount, readDatabaseAccount } from '../cluster/database-account.ts';
import { readPlatformPackage } from '../cluster/platform-package.ts';
import { stageBinaries } from '../cluster/stage-binaries.ts';
import { readCredentials } from '../home/credentials.ts';
import { lockHome } from '../home/home-lock.ts';
import {
  defaultSystemDirectory,
  findHome,
  findLostHome,
  locateHome,
  unlinkLostHome,
} from '../home/locate-home.ts';
import { exists } from '../home/trusted-directory.ts';
import { BackupUnusable } from './backup-unusable.ts';
import { copyPart } from './copy-part.ts';
import { type Manifest, platformName, syncToDisk, syncTree, workOnFiles } from './manifest.ts';
import { type Examine, examineCopy, giveTo } from './open-copy.ts';

/** Which backup to make a database of, and where; `files` are parts that go to places of their own. */
export type RestorePlan<Facts> = {
  backup: string;
  manifest: Manifest<Facts>;
  dataDirectory: string;
  systemDirectory?: string;
  mayLieElsewhere: boolean;
  files: Readonly<Record<string, string>>;
  /** Looks at the restored database before it gets its name; what it throws ends the restore. */
  examine: Examine<void>;
  /** Does what comes last, before the cluster gets its name. */
  finish(): Promise<void>;
  say(text: string): void;
};

const majorOf = (version: string): string => version.split('.')[0] ?? '';

/** Refuses a backup that the binaries of this machine cannot open. */
export function requireReadable({ postgres, platform }: Manifest<unknown>): void {
  const { version } = readPlatformPackage();
  if (majorOf(postgres) !== majorOf(version))
    throw new BackupUnusable(
      `the backup was written by PostgreSQL ${postgres}; this release runs ${version}`,
    );
  if (platform !== platformName())
    throw new BackupUnusable(
      `the backup was written on ${platform}; its files cannot be read on ${platformName()}`,
    );
}

/** Refuses a data directory that has a database already; one whose database is gone has none. */
export async function requireNoDatabase(
  dataDirectory: string,
  systemDirectory: string = defaultSystemDirectory,
): Promise<void> {
  if ((await findLostHome({ dataDirectory, systemDirectory })) !== undefined) return;
  const home = await findHome({ dataDirectory, systemDirectory });
  if (home && (await exists(path.join(home.directory, 'cluster'))))
    throw new BackupUnusable(
      `the data directory ${dataDirectory} has a database already, in ${home.directory}; restore into an empty one, or remove it with "npx titular data remove"`,
    );
}

const CLUSTER = 'cluster/';

/** Directories that a cluster needs though nothing is in them. */
const EMPTY_DIRECTORIES = [
  ...['pg_commit_ts', 'pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots'],
  ...['pg_stat', 'pg_stat_tmp', 'pg_subtrans', 'pg_tblspc', 'pg_twophase', 'pg_logical/mappings'],
  ...['pg_logical/snapshots', 'pg_wal/archive_status', 'pg_wal/summaries'],
];

async function copyCluster({ backup, manifest }: RestorePlan<unknown>, draft: string): Promise<void> {
  const parts = manifest.parts.filter(({ path: name }) => name.startsWith(CLUSTER));
  await workOnFiles(parts, (part) => copyPart(backup, part, path.join(draft, part.path)));
  for (const name of EMPTY_DIRECTORIES)
    await mkdir(path.join(draft, CLUSTER, name), { recursive: true, mode: 0o700 });
  await chmod(path.join(draft, CLUSTER), 0o700);
}

/** Puts a part at its place in one step. */
async function placePart(
  { backup, manifest }: RestorePlan<unknown>,
  name: string,
  target: string,
): Promise<void> {
  const part = manifest.parts.find((one) => one.path === name);
  if (!part) throw new BackupUnusable(`the backup ${backup} lacks ${name}`);
  await copyPart(backup, part, `${target}.restored`);
  await syncToDisk(`${target}.restored`);
  await rename(`${target}.restored`, target);
}

async function fill(
  plan: RestorePlan<unknown>,
  {
    home,
    draft,
    stageParent,
    account,
  }: { home: string; draft: string; stageParent: string; account: DatabaseAccount },
): Promise<void> {
  plan.say('Copying the backup …');
  await copyCluster(plan, draft);
  await placePart(plan, 'passwords.json', path.join(draft, 'passwords.json'));
  plan.say('Opening the restored database …');
  const binaries = await stageBinaries(stageParent, readPlatformPackage());
  const credentials = await readCredentials(draft);
  const cluster = path.join(draft, 'cluster');
  await examineCopy({ cluster, home: draft, binaries, account, credentials }, plan.examine);
  for (const [name, target] of Object.entries(plan.files)) await placePart(plan, name, target);
  await rename(path.join(draft, 'passwords.json'), path.join(home, 'passwords.json'));
}

/**
 * Makes a database of a backup in a data directory that has none. It is examined before the cluster gets its name,
 * which is the last step: what is interrupted before leaves no database.
 */
export async function restoreCluster(plan: RestorePlan<unknown>): Promise<string> {
  const { dataDirectory, systemDirectory = defaultSystemDirectory, mayLieElsewhere } = plan;
  requireReadable(plan.manifest);
  await requireNoDatabase(dataDirectory, systemDirectory);
  await unlinkLostHome({ dataDirectory, systemDirectory });
  const account = readDatabaseAccount();
  const { directory: home, stageParent } = await locateHome({
    ...{ dataDirectory, systemDirectory, account, mayLieElsewhere },
  });
  const lock = lockHome(home, dataDirectory);
  try {
    await removeDrafts(home);
    const draft = await mkdtemp(path.join(home, 'cluster.new-'));
    try {
      await giveTo(account, draft);
      await fill(plan, { home, draft, stageParent, account });
      for (const name of ['postmaster.opts', 'postmaster.pid'])
        await rm(path.join(draft, 'cluster', name), { force: true });
      await syncTree(path.join(draft, 'cluster'));
      await plan.finish();
      await rename(path.join(draft, 'cluster'), path.join(home, 'cluster'));
      await syncToDisk(home);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
    return home;
  } finally {
    lock.release();
  }
}
