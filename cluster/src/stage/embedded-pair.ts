import { execFileSync } from 'node:child_process';
import { appendFile, chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDatabaseAccount } from '@titular/embedded-postgres/cluster/database-account.ts';
import { readPlatformPackage } from '@titular/embedded-postgres/cluster/platform-package.ts';
import { stageBinaries } from '@titular/embedded-postgres/cluster/stage-binaries.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import pg from 'pg';
import type { Account } from '../../../scripts/debian-programs.ts';
import type { Child, Stage } from './children.ts';
import { waitFor } from './wait.ts';

const START_LIMIT_MS = 30_000;

/** A server that runs. */
export type Server = {
  port: number;
  process: Child;
  /** Asks as the superuser. */
  query(text: string): Promise<pg.QueryResultRow[]>;
  /** Runs statements in the service's database, on one connection; answers the rows of the last one. */
  run(texts: readonly string[]): Promise<pg.QueryResultRow[]>;
};

/** A primary whose commits wait for its standby. */
export type Pair = { primary: Server; standby: Server; addressOf(port: number): string };

async function runAt(port: number, database: string, texts: readonly string[]): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/${database}` });
  client.on('error', () => undefined);
  await client.connect();
  let rows: pg.QueryResultRow[] = [];
  try {
    for (const text of texts) ({ rows } = await client.query(text));
    return rows;
  } finally {
    await client.end();
  }
}

/** Mounts a disk of its own at an empty directory, in memory, so that it can be filled; it goes with the stage. False where that may not be done: it is for root, and in a container not even for root. */
export function mountDisk(
  stage: Stage,
  directory: string,
  { uid, gid }: Account,
  megabytes: number,
): boolean {
  const options = `size=${megabytes}m,mode=700,uid=${uid},gid=${gid}`;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'titular-cluster', directory], { stdio: 'pipe' });
  } catch (error) {
    stage.say(`no disk of its own: ${(error as Error).message.trim()}`);
    return false;
  }
  stage.onClose(async () => void execFileSync('umount', ['--lazy', directory]));
  return true;
}

/** An empty cluster that nothing runs yet, and whether it is on a disk of its own. */
export type EmptyCluster = { programs: string; data: string; account: Account; hasOwnDisk: boolean };

/** Makes one with these programs, or the PostgreSQL that npm brings, owned by an account, on a disk of its own where a size is given and it may be mounted; everybody is trusted. */
export async function makeCluster(
  stage: Stage,
  name: string,
  settings: readonly string[],
  given?: string,
  account: Account = readDatabaseAccount(),
  diskMegabytes?: number,
): Promise<EmptyCluster> {
  const programs = given ?? join(await stageBinaries(stage.directory, readPlatformPackage()), 'bin');
  const data = await stage.makeDirectory(name, account);
  const hasOwnDisk = diskMegabytes !== undefined && mountDisk(stage, data, account, diskMegabytes);
  const words = ['-D', data, '--auth=trust', '--username=postgres', '--encoding=UTF8'];
  const options = { cwd: stage.directory, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' }, ...account };
  execFileSync(join(programs, 'initdb'), words, { ...options, stdio: 'ignore' });
  const all = ["unix_socket_directories = ''", ...settings];
  await appendFile(join(data, 'postgresql.conf'), `${all.join('\n')}\n`);
  return { programs, data, account, hasOwnDisk };
}

/** Starts what was made, with its output in `<name>.log`. */
export async function startServer(
  stage: Stage,
  name: string,
  { programs, data, account }: Omit<EmptyCluster, 'hasOwnDisk'>,
): Promise<Server> {
  const port = await findFreePort();
  const words = ['-D', data, '-p', String(port)];
  const started = stage.start(name, join(programs, 'postgres'), words, { account });
  const query = (text: string): Promise<pg.QueryResultRow[]> => runAt(port, 'postgres', [text]);
  await waitFor(name, START_LIMIT_MS, stage.signal, () => query('SELECT 1'));
  return {
    port,
    process: started,
    query,
    run: (texts) => runAt(port, 'titular', texts),
  };
}

/** Makes role and database of the service. */
export async function makeServiceDatabase({ query }: Server): Promise<void> {
  await query('CREATE ROLE titular LOGIN');
  await query('CREATE DATABASE titular OWNER titular');
}

/** Address of the service's database on a server, for its role or another. */
export const addressOf = (port: number, user = 'titular'): string =>
  `postgres://${user}@127.0.0.1:${port}/titular`;

/** Starts both with these programs, or the PostgreSQL that npm brings; that has no pg_basebackup, so the standby begins as a cold copy of the primary. */
export async function startPair(stage: Stage, given?: string): Promise<Pair> {
  const settings = ["listen_addresses = '127.0.0.1'", 'wal_level = replica'];
  const { programs, data: first, account } = await makeCluster(stage, 'one', settings, given);
  const second = await stage.makeDirectory('two', account);
  const options = { cwd: stage.directory, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' }, ...account };
  execFileSync('cp', ['-a', `${first}/.`, second], options);
  await chmod(second, 0o700);
  await writeFile(join(second, 'standby.signal'), '');
  const primary = await startServer(stage, 'postgres-one', { programs, data: first, account });
  const conninfo = `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres application_name=two'`;
  await appendFile(join(second, 'postgresql.conf'), `${conninfo}\n`);
  const standby = await startServer(stage, 'postgres-two', { programs, data: second, account });
  await primary.query("ALTER SYSTEM SET synchronous_standby_names = 'two'");
  await primary.query('SELECT pg_reload_conf()');
  await waitFor('a synchronous standby', START_LIMIT_MS, stage.signal, async () => {
    const rows = await primary.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
    return rows.length === 1;
  });
  await makeServiceDatabase(primary);
  return { primary, standby, addressOf: (port) => addressOf(port) };
}
