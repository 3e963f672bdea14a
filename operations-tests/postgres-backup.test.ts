import { chown, copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newCpf } from '@titular/test-kit';
import { followPage } from '@titular/test-kit/pages/follow-page.ts';
import { serviceEnvironment, startServiceProcess } from '@titular/test-kit/service-process.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDemo } from '../packages/cli/test/data/data-fixture.ts';
import { type DebianServer, openDebianServer } from './postgres-fixture.ts';
import { has } from './programs.ts';

const LONG_MS = 900_000;
const LEDGER = 'erasures.ledger';
const REPEATED = 'erasures that the database had lost were repeated';

async function openServer(): Promise<DebianServer> {
  const server = await openDebianServer();
  onTestFinished(server.drop);
  return server;
}

async function startService(databaseUrl: string, directory: string) {
  const service = await startServiceProcess(serviceEnvironment(databaseUrl, directory));
  onTestFinished(service.kill);
  return service;
}

/** A service on a server, with a person who is going to be erased. */
async function openDeployment(server: DebianServer) {
  const directory = await mkdtemp(join(tmpdir(), 'titular-deployment-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const service = await startService(server.databaseUrl, directory);
  const merchant = await openDemo(service.url, directory);
  const identity = { key: 'cpf', value: newCpf() };
  const { id } = await merchant.create({ identity });
  const erase = async () => {
    const { status, body } = await merchant.call('POST', 'persons/erasures', { identity });
    expect(status).toBe(200);
    return body;
  };
  return { directory, service, merchant, identity, erase, id };
}

type Deployment = Awaited<ReturnType<typeof openDeployment>>;

async function ask(connectionString: string, text: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the service on a restored database: the person is out of it when it is ready. */
async function expectErased(databaseUrl: string, { directory, id, identity }: Deployment): Promise<void> {
  const again = await startService(databaseUrl, directory);
  expect(again.output()).toContain(REPEATED);
  const merchant = await openDemo(again.url, directory);
  expect((await merchant.call('GET', `walletid/transactions/${id}`)).status).toBe(200);
  const { body } = await merchant.call('POST', 'persons/erasures', { identity });
  expect(body['counts']).toMatchObject({ transactions: 0 });
  await again.kill();
}

const PASSWORD = 'correct-horse';

/** What a program of PostgreSQL reads of an address, with a password that the servers of these tests never ask for. */
const partsOf = (databaseUrl: string): Record<string, string> => {
  const [, user = '', dbname = '', host = '', port = ''] =
    /\/\/([a-z]+)@\/([a-z]+)\?host=(.+)&port=(\d+)$/.exec(databaseUrl) ?? [];
  return { host, port, dbname, user, password: PASSWORD };
};

/** Puts programs first in the path that note their arguments, as other users of the machine see them, and go on. */
async function noteArguments(directory: string, path: string) {
  const notes = join(directory, 'arguments');
  for (const program of ['pg_dump', 'pg_restore', 'psql', 'env']) {
    const text = `#!/bin/bash\necho "${program} $*" >> '${notes}'\nPATH='${path}' exec ${program} "$@"\n`;
    await writeFile(join(directory, program), text, { mode: 0o755 });
  }
  return { PATH: `${directory}:${path}`, read: () => readFile(notes, 'utf8') };
}

/** A file that holds an address, as deployments give it to the service. */
async function writeAddress(directory: string, name: string, databaseUrl: string): Promise<string> {
  const file = join(directory, name);
  await writeFile(file, databaseUrl.replace('@', `:${PASSWORD}@`), { mode: 0o600 });
  return file;
}

test.runIf(has('pg_ctl'))(
  'a dump is restored to another server as the guide says, by secrets in files that no argument shows, and the erased person stays out (S47, S48, S52)',
  async () => {
    const [server, other] = [await openServer(), await openServer()];
    const deployment = await openDeployment(server);
    const cancelled = await deployment.merchant.create();
    await deployment.merchant.call('POST', `walletid/transactions/${cancelled.id}/cancel`);
    await eventually(async () =>
      expect(await ask(server.databaseUrl, 'SELECT FROM delivery_attempts')).not.toEqual([]),
    );
    const [BACKUPS, SAFE] = [await server.makeDirectory('backups'), await server.makeDirectory('safe')];
    const noted = await noteArguments(await server.makeDirectory('bin'), server.environment['PATH'] ?? '');
    const own = await server.makeDirectory('own');
    const page = await followPage('operations/backup.md', {
      ...serviceEnvironment('', deployment.directory),
      ...{ PATH: noted.PATH, BACKUPS, SAFE },
      DATABASE_URL_FILE: await writeAddress(own, 'database-url', server.databaseUrl),
      RESTORED_URL_FILE: await writeAddress(own, 'restored-url', other.databaseUrl),
      PGSERVICEFILE: await server.writeServices({
        titular: partsOf(server.databaseUrl),
        restored: partsOf(other.databaseUrl),
      }),
    });
    onTestFinished(page.close);
    await page.shell('dump');
    expect((await stat(join(BACKUPS, 'monday.dump'))).mode & 0o777).toBe(0o600);
    await deployment.erase();
    await deployment.service.kill();
    expect(await page.shell('restore-dump')).toMatch(/erasuresToRepeat +1\b/);
    const programs = (await noted.read()).split('\n');
    expect(programs.map((line) => line.split(' ')[0])).toEqual(
      expect.arrayContaining(['pg_dump', 'pg_restore', 'psql', 'env']),
    );
    expect(programs.filter((line) => line.includes(PASSWORD))).toEqual([]);
    expect(
      await ask(other.databaseUrl, 'SELECT FROM delivery_attempts WHERE kept_in > pg_current_xact_id()'),
    ).toEqual([]);
    await expectErased(other.databaseUrl, deployment);
  },
  LONG_MS,
);

test.runIf(has('pg_ctl') && has('pgbackrest'))(
  'an archive is restored elsewhere as the guide says, with what was written under load, and without the erased person (S47, S48)',
  async () => {
    const server = await openServer();
    const deployment = await openDeployment(server);
    const { directory, service, merchant, erase } = deployment;
    const [BACKUPS, SAFE] = [await server.makeDirectory('backups'), await server.makeDirectory('safe')];
    const [RESTORED, own] = [await server.makeDirectory('restored'), await server.makeDirectory('own')];
    const page = await followPage(
      'operations/backup.md',
      {
        ...server.environment,
        ...serviceEnvironment(server.databaseUrl, own),
        ...{ PATH: server.environment['PATH'] ?? '', BACKUPS, SAFE, RESTORED },
        RESTORED_URL_FILE: await writeAddress(own, 'restored-url', server.databaseUrl),
        PGUSER: 'postgres',
        PGBACKREST_CONFIG: join(SAFE, 'pgbackrest.conf'),
      },
      server.account,
    );
    onTestFinished(page.close);
    await chown(join(own, 'restored-url'), server.account.uid, server.account.gid);
    await page.shell('configure-archive');
    await eventually(async () => expect((await fetch(`${service.url}/readyz`)).status).toBe(200));
    let [created, isOver] = [1, false];
    const load = (async () => {
      for (; !isOver; created += 1) await eventually(() => merchant.create());
    })();
    await page.shell('archive');
    isOver = true;
    await load;
    const [{ wal } = { wal: '' }] = await server.query('SELECT pg_walfile_name(pg_switch_wal()) AS wal');
    await eventually(async () =>
      expect(await server.query('SELECT last_archived_wal AS wal FROM pg_stat_archiver')).toEqual([{ wal }]),
    );
    await erase();
    for (const name of [LEDGER, 'master.key']) {
      await copyFile(join(directory, name), join(own, name));
      await chown(join(own, name), server.account.uid, server.account.gid);
    }
    await service.kill();
    server.control(['stop', '--mode=immediate']);
    expect(await page.shell('restore-archive')).toMatch(/erasuresToRepeat +1\b/);
    onTestFinished(() => server.control(['stop', '--mode=immediate', `--pgdata=${RESTORED}`]));
    const [{ count } = { count: 0 }] = await ask(
      server.databaseUrl,
      'SELECT count(*)::integer AS count FROM transactions',
    );
    expect(count).toBe(created);
    await expectErased(server.databaseUrl, deployment);
  },
  LONG_MS,
);
