import { chown, copyFile, mkdtemp, rm } from 'node:fs/promises';
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

const LONG_MS = 300_000;
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

test.runIf(has('pg_ctl'))(
  'a dump is restored to another server as the guide says, and the erased person stays out (S47, S48)',
  async () => {
    const [server, other] = [await openServer(), await openServer()];
    const deployment = await openDeployment(server);
    const cancelled = await deployment.merchant.create();
    await deployment.merchant.call('POST', `walletid/transactions/${cancelled.id}/cancel`);
    await eventually(async () =>
      expect(await ask(server.databaseUrl, 'SELECT FROM delivery_attempts')).not.toEqual([]),
    );
    const [BACKUPS, SAFE] = [await server.makeDirectory('backups'), await server.makeDirectory('safe')];
    const page = await followPage('operations/backup.md', {
      ...server.environment,
      ...serviceEnvironment(server.databaseUrl, deployment.directory),
      ...{ PATH: server.environment['PATH'] ?? '', BACKUPS, SAFE, RESTORED_URL: other.databaseUrl },
    });
    onTestFinished(page.close);
    await page.shell('dump');
    await deployment.erase();
    await deployment.service.kill();
    expect(await page.shell('restore-dump')).toMatch(/erasuresToRepeat +1\b/);
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
        ...{ RESTORED_URL: server.databaseUrl, PGUSER: 'postgres' },
        PGBACKREST_CONFIG: join(SAFE, 'pgbackrest.conf'),
      },
      server.account,
    );
    onTestFinished(page.close);
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
