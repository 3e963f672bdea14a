import { execFileSync } from 'node:child_process';
import { appendFile, chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import pg from 'pg';
import { type Account, findPostgresAccount, postgresPrograms } from '../scripts/debian-programs.ts';

/** A PostgreSQL of Debian with a database for the service, run by an account that PostgreSQL accepts. */
export type DebianServer = {
  directory: string;
  /** Address of the database for the service's role. */
  databaseUrl: string;
  account: Account;
  /** What a reader has set who administers the server. */
  environment: Readonly<Record<string, string>>;
  /** Makes a directory that belongs to the account. */
  makeDirectory(name: string): Promise<string>;
  /** Writes the file of services that programs of PostgreSQL read; answers its path. */
  writeServices(services: Readonly<Record<string, Readonly<Record<string, string>>>>): Promise<string>;
  /** Runs a statement as an administrator. */
  query(text: string): Promise<pg.QueryResultRow[]>;
  /** Runs `pg_ctl`, on another cluster where its environment says so. */
  control(words: readonly string[], more?: Readonly<Record<string, string>>): void;
  drop(): Promise<void>;
};

/** Makes and starts a server whose port comes from the environment, so that a copy of it may run beside it. */
export async function openDebianServer(): Promise<DebianServer> {
  const account = findPostgresAccount();
  const directory = await mkdtemp(join(tmpdir(), 'titular-debian-'));
  await chmod(directory, 0o711);
  const makeDirectory = async (name: string): Promise<string> => {
    const path = join(directory, name);
    await mkdir(path, { mode: 0o700 });
    await chown(path, account.uid, account.gid);
    return path;
  };
  const [PGDATA, PGHOST] = [await makeDirectory('data'), await makeDirectory('socket')];
  await chmod(PGHOST, 0o711);
  const PGPORT = String(await findFreePort());
  const PATH = `${postgresPrograms()}:/usr/bin:/bin`;
  const environment = { PATH, PGDATA, PGHOST, PGPORT, LC_ALL: 'C.UTF-8' };
  const run = (program: string, words: readonly string[], more = {}): void => {
    const env = { ...environment, ...more };
    execFileSync(program, [...words], { env, ...account, cwd: directory, stdio: 'ignore' });
  };
  run('initdb', ['--auth=trust', '--username=postgres']);
  const settings = ["listen_addresses = ''", `unix_socket_directories = '${PGHOST}'`, 'fsync = off'];
  await appendFile(join(PGDATA, 'postgresql.conf'), `${settings.join('\n')}\n`);
  run('pg_ctl', ['start', '--wait', `--log=${join(PGHOST, 'server.log')}`]);
  const addressOf = (user: string, database: string) =>
    `postgres://${user}@/${database}?host=${PGHOST}&port=${PGPORT}`;
  const query = async (text: string): Promise<pg.QueryResultRow[]> => {
    const client = new pg.Client({ connectionString: addressOf('postgres', 'postgres') });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  await query('CREATE ROLE titular LOGIN');
  await query('CREATE DATABASE titular OWNER titular');
  return {
    ...{ directory, account, environment, makeDirectory, query },
    async writeServices(services) {
      const path = join(await makeDirectory('services'), 'services.conf');
      const lines = Object.entries(services).flatMap(([name, parts]) => [
        `[${name}]`,
        ...Object.entries(parts).map(([part, value]) => `${part}=${value}`),
      ]);
      await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o600 });
      await chown(path, account.uid, account.gid);
      return path;
    },
    databaseUrl: addressOf('titular', 'titular'),
    control: (words, more) => run('pg_ctl', words, more),
    async drop() {
      try {
        run('pg_ctl', ['stop', '--mode=immediate']);
      } catch {
        // A test may have stopped it for good.
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
}
