import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { StartRefused } from '../../base/start-refused.ts';
import { applyMigration, type Migration, type Patience } from './apply-migration.ts';

const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('./migrations/', import.meta.url));
const ADVISORY_LOCK_KEY = 7_483_501;
const LOCK_POLL_MS = 200;

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(MIGRATIONS_DIRECTORY)).filter((name) => /^\d{6}-.+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({
      number: Number(name.slice(0, 6)),
      name,
      sql: await readFile(MIGRATIONS_DIRECTORY + name, 'utf8'),
    })),
  );
}

/** The number of the newest migration that this program knows. */
export async function readNewestSchema(): Promise<number> {
  return (await readMigrations()).at(-1)?.number ?? 0;
}

async function appliedNumber(client: pg.Client): Promise<number> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS schema_migrations (number integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const result = await client.query<{ number: number | null }>(
    'SELECT max(number) AS number FROM schema_migrations',
  );
  return result.rows[0]?.number ?? 0;
}

/** The lowest schema that a program must know to run on this database; 0 while it is bound to no deployment. */
async function lowestKnownSchema(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ lowest: number }>(
    'SELECT lowest_known_schema AS lowest FROM deployment',
  );
  return rows[0]?.lowest ?? 0;
}

/** A newer schema is a release that rolls out: it says itself from which one on earlier programs must not touch it. */
export async function requireKnown(client: pg.Client, applied: number, newest: number): Promise<void> {
  if (applied <= newest || (await lowestKnownSchema(client)) <= newest) return;
  throw new StartRefused(
    `The database has schema ${applied}, but this program supports only ${newest}: run a newer version of titular.`,
  );
}

/** Takes the lock by asking again and again: a statement that waits for it holds a snapshot, for which an index that is built concurrently would wait in turn. */
async function lockMigrations(client: pg.Client): Promise<void> {
  const ask = () => client.query('SELECT pg_try_advisory_lock($1) AS is_mine', [ADVISORY_LOCK_KEY]);
  while (!(await ask()).rows[0]?.is_mine) await setTimeout(LOCK_POLL_MS);
}

/** Brings the schema up to date under an advisory lock, migration by migration; refuses a newer schema that this program must not touch. */
export async function migrate(connectionString: string, patience: Patience = {}): Promise<void> {
  const client = new pg.Client({
    connectionString,
    application_name: 'titular-migrate',
    options: '-c timezone=UTC',
  });
  // Whoever waits for an answer hears of it, too; unheard here, it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await lockMigrations(client);
    const migrations = await readMigrations();
    const applied = await appliedNumber(client);
    await requireKnown(client, applied, migrations.at(-1)?.number ?? 0);
    for (const migration of migrations)
      if (migration.number > applied) await applyMigration(client, migration, patience);
    await migrateJobs(connectionString);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Migrates the job tables on a pool of ours that handles late errors. A server that shuts down may end a connection
 * just returned to the pool, and the library's own pool no longer listens for errors by then.
 */
async function migrateJobs(connectionString: string): Promise<void> {
  const pgPool = new pg.Pool({ connectionString, max: 2 });
  pgPool.on('error', () => undefined);
  pgPool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool });
  } finally {
    await pgPool.end();
  }
}
