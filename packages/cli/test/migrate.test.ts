import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { readMigrations, readNewestSchema } from '@titular/server/kernel/database/migrate/migration.ts';
import { JOB_SCHEMA } from '@titular/server/kernel/database/migrate/plan.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseDump } from '../../../scripts/docs/database-dump.ts';
import { goBackTo } from '../../server/test/kernel/database/earlier-schema.ts';
import {
  listenInFront,
  refuseBy,
  socketOf,
  throughPort,
} from '../../server/test/kernel/database/front-server.ts';
import { type CommandFixture, openCommandFixture, startCommandLine } from './command-fixture.ts';

const NEWEST = await readNewestSchema();
const MIGRATIONS = await readMigrations();

async function open(environment: Record<string, string> = {}): Promise<CommandFixture> {
  const fixture = await openCommandFixture(environment);
  onTestFinished(() => fixture.drop());
  return fixture;
}

async function openAt(schema: number, environment: Record<string, string> = {}): Promise<CommandFixture> {
  const fixture = await open(environment);
  await goBackTo(fixture.database.pool, schema);
  return fixture;
}

/** The schema in words, and everything else that a look could leave behind. */
async function stateOf({ connectionString, database: { pool } }: CommandFixture): Promise<unknown> {
  const { rows } = await pool.query(`
    SELECT n.nspname, c.relname, c.relfilenode FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('public', 'graphile_worker') ORDER BY 1, 2`);
  const list = await pool.query("SELECT to_regclass('schema_migrations') IS NULL AS is_empty");
  const applied = list.rows[0].is_empty ? [] : (await pool.query('TABLE schema_migrations')).rows;
  return [await databaseDump(connectionString), rows, applied];
}

async function empty({ database: { pool } }: CommandFixture): Promise<void> {
  await pool.query('DROP SCHEMA public CASCADE');
  await pool.query('DROP SCHEMA graphile_worker CASCADE');
  await pool.query('CREATE SCHEMA public');
}

/** The schema before the last two migrations, and how these are named where they are missing. */
const TWO_BEHIND = MIGRATIONS.at(-3)?.number ?? 0;
const LACKING = MIGRATIONS.slice(-2)
  .map(({ name }) => `the migration ${name}`)
  .join(' and ');

const missingSince = (schema: number) => MIGRATIONS.filter(({ number }) => number > schema);

describe('titular migrate --plan (S17)', () => {
  test('lists what would run and how, and changes nothing', async () => {
    const fixture = await openAt(32);
    const before = await stateOf(fixture);
    const { code, output, errors } = await fixture.run('migrate', '--plan');
    expect([code, errors]).toEqual([0, '']);
    const lines = output.split('\n').map((line) => line.split(/ {2,}/));
    expect(lines[0]).toEqual(['MIGRATION', 'KIND', 'RUNS', 'MIN PROGRAM']);
    expect(lines[1]).toEqual(['000033-list-indexes.sql', 'expand', 'concurrently', '0']);
    expect(lines).toContainEqual(['000034-erasure-sweeps.sql', 'expand', 'in one commit', '0']);
    expect(lines).toContainEqual(['000045-subject-kinds.batch.sql', 'backfill', 'in batches', '0']);
    expect(lines).toContainEqual(['000046-subject-ids.sql', 'contract', 'in one commit', '46']);
    expect(output).toContain('Nothing was changed: npx titular migrate runs these.');
    expect(output).toContain('nodes of releases before schema 46 stop being ready');
    const rows = await fixture.ask<Record<string, unknown>[]>('migrate', '--plan');
    const expected = missingSince(32).map(({ name: migration, sql }) => ({ migration, sql }));
    expect(rows).toMatchObject(expected);
    expect(rows).toHaveLength(expected.length);
    expect(await stateOf(fixture)).toEqual(before);
  });

  test('lists everything for an empty database, and leaves it empty', async () => {
    const fixture = await open();
    await empty(fixture);
    const before = await stateOf(fixture);
    const rows = await fixture.ask<{ migration: string }[]>('migrate', '--plan');
    expect(rows.map(({ migration }) => migration)).toEqual([
      ...MIGRATIONS.map(({ name }) => name),
      'tables of background jobs',
    ]);
    expect((await fixture.run('migrate', '--plan')).output).not.toContain('stop being ready');
    expect(await stateOf(fixture)).toEqual(before);
  });

  test('says that nothing is to be done', async () => {
    const fixture = await open();
    const { code, output } = await fixture.run('migrate', '--plan');
    expect([code, output]).toEqual([0, `None.\n\nThe schema is up to date (${NEWEST}).\n`]);
  });
});

describe('titular migrate --check (S17)', () => {
  test('ends with 4 and the names while a migration is missing, with 0 once none is, and changes nothing', async () => {
    const fixture = await openAt(TWO_BEHIND);
    const before = await stateOf(fixture);
    expect(await fixture.run('migrate', '--check')).toEqual({
      code: 4,
      output: '',
      errors: `The database lacks ${LACKING}: npx titular migrate brings it up to date.\n`,
    });
    expect(await stateOf(fixture)).toEqual(before);
    expect((await fixture.run('migrate')).code).toBe(0);
    expect(await fixture.ask('migrate', '--check')).toEqual({
      schema: NEWEST,
      programSchema: NEWEST,
      upToDate: true,
    });
  });

  test('misses the tables of background jobs, too, which the installed library makes', async () => {
    const fixture = await open();
    const { pool } = fixture.database;
    const readJobs = async () =>
      (await pool.query('SELECT max(id) AS id FROM graphile_worker.migrations')).rows[0].id;
    expect(await readJobs()).toBe(JOB_SCHEMA);
    await pool.query('DROP SCHEMA graphile_worker CASCADE');
    const { code, errors } = await fixture.run('migrate', '--check');
    expect([code, errors]).toEqual([
      4,
      expect.stringContaining('The database lacks tables of background jobs: '),
    ]);
    expect((await fixture.run('migrate')).code).toBe(0);
    expect(await readJobs()).toBe(JOB_SCHEMA);
  });
});

describe('titular migrate (S17)', () => {
  test('brings an empty database up to date, says what it did, and does nothing the second time', async () => {
    const fixture = await open();
    const template = await databaseDump(fixture.connectionString);
    await empty(fixture);
    const done = await fixture.ask<{ migration: string; kind: string; seconds: number }[]>('migrate');
    expect(done).toEqual(
      MIGRATIONS.map(({ name: migration, kind }) => ({ migration, kind, seconds: expect.any(Number) })),
    );
    expect(await databaseDump(fixture.connectionString)).toBe(template);
    expect(await fixture.run('migrate')).toEqual({
      code: 0,
      output: `None.\n\nThe schema is up to date (${NEWEST}).\n`,
      errors: '',
    });
  });

  test('runs on a schema of the next release, and is refused by one that this program must not touch', async () => {
    const fixture = await open();
    const { pool, db } = fixture.database;
    await pool.query(
      `INSERT INTO deployment (environment, master_key_id, master_key_check) VALUES ('test', 'k', '\\x00')`,
    );
    await pool.query(`INSERT INTO schema_migrations (number, name) VALUES (${NEWEST + 1}, 'later')`);
    expect((await fixture.run('migrate', '--check')).output).toContain(
      `The database has schema ${NEWEST + 1}, which this program (schema ${NEWEST}) can run on.`,
    );
    await db
      .updateTable('deployment')
      .set({ lowest_known_schema: NEWEST + 1 })
      .execute();
    for (const words of [['migrate'], ['migrate', '--plan'], ['migrate', '--check']])
      expect(await fixture.run(...words)).toEqual({
        code: 4,
        output: '',
        errors: `The database has schema ${NEWEST + 1}, but this program supports only ${NEWEST}: run a newer version of titular.\n`,
      });
  });

  test('leaves a database of the other environment alone', async () => {
    const fixture = await open();
    await fixture.database.pool.query(
      `INSERT INTO deployment (environment, master_key_id, master_key_check) VALUES ('production', 'k', '\\x00')`,
    );
    for (const words of [['migrate'], ['migrate', '--plan'], ['migrate', '--check']])
      expect(await fixture.run(...words)).toMatchObject({
        code: 4,
        errors: 'This database belongs to the production environment; TITULAR_ENV says test.\n',
      });
  });

  test('takes one of its two switches', async () => {
    const fixture = await open();
    const { code, errors } = await fixture.run('migrate', '--plan', '--check');
    expect([code, errors]).toEqual([
      2,
      expect.stringContaining('--plan and --check cannot be used together.'),
    ]);
  });
});

describe('other commands (S17)', () => {
  test('migrate by themselves unless TITULAR_MIGRATE says otherwise', async () => {
    const fixture = await openAt(TWO_BEHIND);
    expect((await fixture.run('tenants', 'list')).code).toBe(0);
    expect((await fixture.run('migrate', '--check')).code).toBe(0);
  });

  test.each(['check', 'wait'])(
    'are refused under %s while a migration is missing; titular migrate is not',
    async (mode) => {
      const fixture = await openAt(TWO_BEHIND, { TITULAR_MIGRATE: mode });
      const before = await stateOf(fixture);
      const { code, errors } = await fixture.run('tenants', 'list');
      expect([code, errors]).toEqual([
        2,
        `The database lacks ${LACKING}: run npx titular migrate, or start with TITULAR_MIGRATE=auto.\n`,
      ]);
      expect(await stateOf(fixture)).toEqual(before);
      expect((await fixture.run('migrate')).code).toBe(0);
      expect((await fixture.run('tenants', 'list')).code).toBe(0);
    },
  );
});

test('the page of upgrades holds: its commands, in its order, do what it says (S17)', async () => {
  const fixture = await openAt(44);
  const page = await readFile(new URL('../../../docs/operations/upgrades.md', import.meta.url), 'utf8');
  const snippets = [...page.matchAll(/^```sh (\S+)\n([\s\S]*?)\n```$/gm)].map(([, name, code]) => [
    name,
    code,
  ]);
  expect(snippets.map(([name]) => name)).toEqual(['plan', 'migrate', 'check']);
  expect(page.match(/^```/gm)).toHaveLength(2 * snippets.length);
  const outputs: Record<string, string> = {};
  for (const [name = '', code = ''] of snippets) {
    const words = /^npx titular ([a-z -]+)$/.exec(code)?.[1]?.split(' ') ?? expect.unreachable(code);
    const ran = await fixture.run(...words);
    expect([name, ran.code, ran.errors]).toEqual([name, 0, '']);
    outputs[name] = ran.output;
  }
  expect(outputs['plan']).toContain('000046-subject-ids.sql');
  expect(outputs['migrate']).toContain('000046-subject-ids.sql');
  expect(outputs['check']).toContain('upToDate       yes');
});

test('titular migrate waits for a database that is not there yet, and titular migrate --check does not (S17)', async () => {
  const { connectionString, directory } = await open();
  let isStarting = true;
  const port = await listenInFront((socket) => {
    if (isStarting) {
      refuseBy('57P03', 'the database system is starting up')(socket);
      return;
    }
    const server = connect(socketOf(connectionString));
    socket.pipe(server).pipe(socket);
    server.on('error', () => socket.destroy());
  });
  const environment = { DATABASE_URL: throughPort(connectionString, port), TITULAR_DATA_DIR: directory };
  expect(await startCommandLine(['migrate', '--check'], environment).ended).toBe(1);
  const running = startCommandLine(['migrate'], environment);
  await eventually(() => expect(running.errors()).toContain('Waiting for the database, 60 seconds at most.'));
  isStarting = false;
  expect(await running.ended).toBe(0);
});
