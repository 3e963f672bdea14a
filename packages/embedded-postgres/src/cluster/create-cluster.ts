import { spawn } from 'node:child_process';
import { chown, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { roles } from '../home/credentials.ts';
import { DataDirectoryUnusable } from '../home/data-directory-unusable.ts';
import { exists } from '../home/trusted-directory.ts';
import { takeOverPostmaster } from '../process/take-over-postmaster.ts';
import { type DatabaseAccount, runAs } from './database-account.ts';

/** What it takes to initialise a cluster in a home. */
export type ClusterPlan = {
  home: string;
  binaries: string;
  account: DatabaseAccount;
  superuserPassword: string;
  durable: boolean;
};

/** All that a PostgreSQL program learns of our environment; UTC also spares initdb its search for the time zone. */
export const childEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const DRAFT_PREFIX = 'cluster.new-';

/** Makes sure that `<home>/cluster` holds an initialised cluster, and answers whether it is new; a half-made one never takes the name. */
export async function createCluster(plan: ClusterPlan): Promise<boolean> {
  await removeDrafts(plan.home);
  const cluster = path.join(plan.home, 'cluster');
  if (await exists(cluster)) return false;
  const draft = await mkdtemp(path.join(plan.home, DRAFT_PREFIX));
  try {
    await chown(draft, plan.account.uid, plan.account.gid);
    await initialise(plan, draft);
    await rename(path.join(draft, 'cluster'), cluster);
    if (plan.durable) await syncDirectory(plan.home);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return true;
}

/** Refuses a cluster of another major version of PostgreSQL, which these binaries cannot open. */
export async function requireMajorVersion(cluster: string, version: string): Promise<void> {
  const found = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim();
  const [major] = version.split('.');
  if (found !== major)
    throw new DataDirectoryUnusable(
      `${cluster} was written by PostgreSQL ${found}; this release runs ${major}`,
    );
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes what killed runs left half-made, with the server that one may have left running on it. */
export async function removeDrafts(home: string): Promise<void> {
  const drafts = (await readdir(home)).filter((name) => name.startsWith(DRAFT_PREFIX));
  for (const name of drafts) {
    await takeOverPostmaster(path.join(home, name, 'cluster'), () => undefined);
    await rm(path.join(home, name), { recursive: true, force: true });
  }
}

async function initialise(plan: ClusterPlan, draft: string): Promise<void> {
  const passwordFile = path.join(draft, 'password');
  await writeFile(passwordFile, plan.superuserPassword, { mode: 0o600, flag: 'wx' });
  await chown(passwordFile, plan.account.uid, plan.account.gid);
  await runInitdb(plan, [
    `--pgdata=${path.join(draft, 'cluster')}`,
    `--username=${roles.superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
    ...(plan.durable ? [] : ['--no-sync']),
  ]);
}

function runInitdb(plan: ClusterPlan, args: string[]): Promise<void> {
  const program = path.join(plan.binaries, 'bin', 'initdb');
  const child = spawn(program, args, {
    cwd: '/',
    env: childEnvironment,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...runAs(plan.account),
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-4096);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve, reject) => {
    child.on('error', (cause) =>
      reject(new DataDirectoryUnusable(`cannot run ${program} as user ${plan.account.uid}`, { cause })),
    );
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(new DataDirectoryUnusable(`initdb failed as user ${plan.account.uid}: ${output.trim()}`)),
    );
  });
}
