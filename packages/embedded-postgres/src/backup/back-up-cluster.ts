import { chmod, cp, lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findClusterAccount } from '../cluster/cluster-account.ts';
import { type DatabaseAccount, readDatabaseAccount, readOwnUid } from '../cluster/database-account.ts';
import { readPlatformPackage } from '../cluster/platform-package.ts';
import { stageBinaries } from '../cluster/stage-binaries.ts';
import { readCredentials } from '../home/credentials.ts';
import { type HomeLock, LOCK_FILES, lockHome } from '../home/home-lock.ts';
import type { Home } from '../home/locate-home.ts';
import { exists, isReachable } from '../home/trusted-directory.ts';
import { BackupUnusable } from './backup-unusable.ts';
import { clearDraft, clearDraftsIn, DRAFT_ENDING } from './clear-drafts.ts';
import { copyCluster } from './copy-cluster.ts';
import { bringFile } from './copy-part.ts';
import { platformName, syncToDisk, writeManifest } from './manifest.ts';
import { type Examine, examineCopy, giveTo } from './open-copy.ts';

/** What to copy and where. `files` go along by the name they get, and so do texts that depend on what the copy holds; `say` hears what is under way. */
export type BackupPlan<Facts> = {
  home: Home;
  superuserConnectionString: string;
  target: string;
  files: Readonly<Record<string, string>>;
  hasMasterKey: boolean;
  program: string;
  createdAt: Date;
  examine: Examine<Facts>;
  textsFor(facts: Facts): Promise<Readonly<Record<string, string>>>;
  say(text: string): void;
};

/** A backup that was made. */
export type MadeBackup<Facts> = { bytes: number; manifestSha256: string; facts: Facts };

/** Files of a cluster that was opened once and has ended. */
const LEFTOVERS = ['backup_label.old', 'postmaster.opts', 'postmaster.pid'];

/** Makes a draft that only this process works on. */
async function makeDraft(draft: string, target: string, mode: number) {
  await clearDraft(draft, target);
  await mkdir(draft, { mode });
  return lockHome(draft, target);
}

async function requireFree(target: string): Promise<void> {
  if (await exists(target)) throw new BackupUnusable(`${target} exists; name a new directory`);
  const parent = await lstat(path.dirname(target)).catch(() => undefined);
  if (!parent?.isDirectory() && !parent?.isSymbolicLink())
    throw new BackupUnusable(`there is no directory ${path.dirname(target)}`);
}

/** Takes what only the work on it needed out of a finished copy; its lock stays until it has its name. */
async function tidy(draft: string): Promise<void> {
  for (const name of LEFTOVERS) await rm(path.join(draft, 'cluster', name), { force: true });
  for (const name of ['socket', 'copy.log', 'socket-directory'])
    await rm(path.join(draft, name), { recursive: true, force: true });
}

/** Gives a draft with a manifest its name. Whoever looks for leftovers finds it locked until then. */
async function nameDraft(draft: string, target: string, locks: HomeLock[]): Promise<void> {
  await rename(draft, target);
  for (const lock of locks.splice(0)) lock.release();
  for (const name of LOCK_FILES) await rm(path.join(target, name), { force: true });
  await syncToDisk(target);
  await syncToDisk(path.dirname(target));
}

/** Where the copy is opened: in the backup itself, or, where the account of PostgreSQL cannot go there, in the home of the database. */
async function chooseWorkshop(plan: BackupPlan<unknown>, account: DatabaseAccount): Promise<string> {
  const isOpen = account.uid === readOwnUid() || (await isReachable(path.dirname(plan.target), account));
  // The service removes a leftover of this name at its next start.
  return isOpen ? plan.target + DRAFT_ENDING : path.join(plan.home.directory, 'cluster.new-backup');
}

async function fill<Facts>(
  plan: BackupPlan<Facts>,
  workshop: string,
  account: DatabaseAccount,
): Promise<Facts> {
  const { home, superuserConnectionString, say } = plan;
  const cluster = path.join(workshop, 'cluster');
  say('Copying the database …');
  await copyCluster(superuserConnectionString, path.join(home.directory, 'cluster'), cluster);
  say('Opening the copy …');
  const binaries = await stageBinaries(home.stageParent, readPlatformPackage());
  const credentials = await readCredentials(home.directory);
  const facts = await examineCopy({ cluster, home: workshop, binaries, account, credentials }, plan.examine);
  await giveTo({ uid: readOwnUid(), gid: process.getgid?.() ?? 0 }, cluster);
  return facts;
}

/**
 * Makes a backup of a running database without stopping it: copies the cluster, opens the copy once, so that it is
 * known to open, and writes down what it holds. The directory gets its name last, when all is on the disk.
 */
export async function backUpCluster<Facts>(plan: BackupPlan<Facts>): Promise<MadeBackup<Facts>> {
  const { home, target, files, say } = plan;
  await requireFree(target);
  await clearDraftsIn(path.dirname(target), say);
  const account = await findClusterAccount(path.join(home.directory, 'cluster'), readDatabaseAccount());
  const draft = target + DRAFT_ENDING;
  const workshop = await chooseWorkshop(plan, account);
  const mode = account.uid === readOwnUid() ? 0o700 : 0o711;
  const locks = [await makeDraft(draft, target, mode)];
  try {
    if (workshop !== draft) locks.push(await makeDraft(workshop, target, mode));
    const facts = await fill(plan, workshop, account);
    if (workshop !== draft)
      await cp(path.join(workshop, 'cluster'), path.join(draft, 'cluster'), { recursive: true });
    const passwords = path.join(home.directory, 'passwords.json');
    for (const [name, source] of Object.entries({ 'passwords.json': passwords, ...files }))
      await bringFile(source, path.join(draft, name));
    for (const [name, text] of Object.entries(await plan.textsFor(facts)))
      await writeFile(path.join(draft, name), text, { mode: 0o600 });
    await tidy(draft);
    await chmod(draft, 0o700);
    say('Hashing the backup …');
    const { createdAt, program, hasMasterKey } = plan;
    const made = await writeManifest(draft, {
      ...{ createdAt: createdAt.toISOString(), program, hasMasterKey, facts },
      ...{ postgres: readPlatformPackage().version, platform: platformName() },
    });
    await nameDraft(draft, target, locks);
    return { bytes: made.bytes, manifestSha256: made.sha256, facts };
  } finally {
    for (const lock of locks) lock.release();
    await rm(draft, { recursive: true, force: true });
    if (workshop !== draft) await rm(workshop, { recursive: true, force: true });
  }
}
