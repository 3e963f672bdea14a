import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '@titular/embedded-postgres/process/start-embedded-database.ts';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { migrate } from '@titular/server/kernel/database/migrate/migrate.ts';
import { readNewestSchema } from '@titular/server/kernel/database/migrate/migration.ts';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { followPage } from '@titular/test-kit/pages/follow-page.ts';
import { serviceEnvironment, startServiceProcess } from '@titular/test-kit/service-process.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { goBackTo } from '../kernel/database/earlier-schema.ts';

const LONG_MS = 720_000;
/** The last schema before a migration that locks the table of processes. */
const EARLIER_SCHEMA = 31;

async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-runbook-'));
  await chmod(directory, 0o711);
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

async function openClone(): Promise<{ connectionString: string; client: () => Promise<pg.Client> }> {
  const { connectionString, drop } = await cloneDatabase();
  onTestFinished(drop);
  return {
    connectionString,
    async client() {
      const client = new pg.Client({ connectionString });
      client.on('error', () => undefined);
      await client.connect();
      onTestFinished(() => client.end().catch(() => undefined));
      return client;
    },
  };
}

async function open(name: string, environment: Record<string, string>) {
  const page = await followPage(`operations/runbooks/${name}.md`, environment);
  onTestFinished(page.close);
  return page;
}

async function startService(environment: Record<string, string>) {
  const service = await startServiceProcess(environment);
  onTestFinished(service.kill);
  return service;
}

test(
  'database-away: what it says is seen, asked and over is so (S64)',
  async () => {
    const directory = await makeDirectory();
    const options = { dataDirectory: directory, durable: false, log: () => undefined };
    const first = await startEmbeddedDatabase(options);
    const operationsPort = String(await findFreePort());
    const environment = {
      ...serviceEnvironment(first.connectionString, join(directory, 'node')),
      TITULAR_OPERATIONS_PORT: operationsPort,
    };
    const service = await startService(environment);
    const addresses = { BASE: service.url, OPERATIONS: `http://127.0.0.1:${operationsPort}` };
    const page = await open('database-away', { ...environment, ...addresses });

    await first.stop();
    await eventually(async () => {
      const seen = await page.shell('see');
      expect(seen).toContain('"database_unreachable"');
      expect(seen).toContain('titular_not_ready{cause="database_unreachable"} 1');
    });
    await eventually(() => {
      for (const line of ['this node is not ready', 'a database connection was lost']) {
        expect(service.output()).toContain(`"msg":"${line}"`);
        expect(page.text).toContain(`\`${line}\``);
      }
    });
    const asked = await page.run('ask');
    const [, reason = ''] = / (refuses connections|has no socket there) \(/.exec(asked.errors) ?? [];
    expect([asked.code, page.text.includes(`\`${reason}\``), reason]).toEqual([
      1,
      true,
      reason || 'a reason',
    ]);

    const second = await startEmbeddedDatabase(options);
    onTestFinished(second.stop);
    expect(second.connectionString).toBe(first.connectionString);
    await eventually(async () => expect((await page.run('over')).code).toBe(0));
    expect(service.output()).toContain('"msg":"this node is ready"');
    expect(await page.shell('see')).toContain('titular_not_ready{cause="database_unreachable"} 0');
    expect(page.left()).toEqual([]);
    await service.kill();
  },
  LONG_MS,
);

test(
  'stuck-migration: it finds who holds the table, and the node starts once that is ended (S64)',
  async () => {
    const { connectionString, client } = await openClone();
    const [operator, report] = [await client(), await client()];
    const database = connect(connectionString, 1, () => undefined);
    await goBackTo(database.pool, EARLIER_SCHEMA);
    await database.close();
    await report.query("SET application_name = 'report'; BEGIN; LOCK TABLE processes IN ROW EXCLUSIVE MODE");
    const directory = await makeDirectory();
    const environment = serviceEnvironment(connectionString, directory);
    const page = await open('stuck-migration', environment);

    // Said after 30 tries on the page; the fewer here end sooner.
    const refused = await migrate(connectionString, { lockTries: 1 }).catch((error: Error) => error.message);
    const [, opening = '', closing = ''] =
      /^(The migration) \S+ (found its tables locked by other transactions) 1 times in a row/.exec(
        `${refused}`,
      ) ?? [];
    expect(page.text).toContain(`\`${opening} … ${closing} 30 times in a row and was rolled back\``);

    const starting = startService(environment);
    starting.catch(() => undefined);
    const holder = await eventually(async () => {
      const { rows } = await operator.query(page.statement('blockers'));
      expect(rows.map((row) => row.application_name)).toEqual(['report']);
      return rows[0];
    });
    const { rows: oldest } = await operator.query(page.statement('oldest'));
    expect(oldest[0]).toMatchObject({ pid: holder.pid, application_name: 'report', usename: holder.usename });
    await operator.query(page.statement('end', { pid: String(holder.pid) }));
    const service = await starting;
    const over = await page.shell('over', { BASE: service.url });
    expect(over).toContain('"status":"ready"');
    const { rows } = await operator.query('SELECT max(number) AS number FROM schema_migrations');
    expect(rows).toEqual([{ number: await readNewestSchema() }]);
    expect(page.left()).toEqual([]);
    await service.kill();
  },
  LONG_MS,
);

test(
  'lost-key: the start names the key that is missing, and the copy brings the node back (S64)',
  async () => {
    const { connectionString } = await openClone();
    const directory = await makeDirectory();
    const [file, safe] = [join(directory, 'key'), join(directory, 'safe')];
    await mkdir(safe);
    const writeKey = () => writeFile(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
    await writeKey();
    await copyFile(file, join(safe, 'master.key'));
    const environment = {
      ...serviceEnvironment(connectionString, join(directory, 'node')),
      TITULAR_MASTER_KEY_FILE: file,
    };
    const page = await open('lost-key', { ...environment, SAFE: safe });
    const before = await startService(environment);
    const seen = await page.shell('see');
    const [id = ''] = /\b[0-9a-f]{16}\b/.exec(seen) ?? [];
    await before.kill();

    await rm(file);
    await expect(startServiceProcess(environment)).rejects.toThrow(/The master key file \S+ cannot be read/);
    await writeKey();
    await expect(startServiceProcess(environment)).rejects.toThrow(
      new RegExp(`This database needs the master key ${id}, but has [0-9a-f]{16}: `),
    );
    for (const words of [
      'This database needs the master key … but has …',
      'The master key file … cannot be read',
    ])
      expect(page.text).toContain(words);
    await page.shell('put-back');
    const service = await startService(environment);
    expect(await page.shell('over', { BASE: service.url })).toContain(id);
    expect(page.left()).toEqual([]);
    await service.kill();
  },
  LONG_MS,
);
