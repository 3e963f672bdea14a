import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';

const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('./migrations/', import.meta.url));
const ADVISORY_LOCK_KEY = 7_483_501;

type Migration = { number: number; name: string; sql: string };

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

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(migration.sql);
    await client.query('INSERT INTO schema_migrations (number, name) VALUES ($1, $2)', [
      migration.number,
      migration.name,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`migration ${migration.name} failed`, { cause: error });
  }
}

/** Brings the schema up to date under an advisory lock, one commit a migration; refuses a schema newer than this code. */
export async function migrate(connectionString: string): Promise<void> {
  const client = new pg.Client({
    connectionString,
    application_name: 'titular-migrate',
    options: '-c timezone=UTC',
  });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK_KEY]);
    const migrations = await readMigrations();
    const applied = await appliedNumber(client);
    const newest = migrations.at(-1)?.number ?? 0;
    if (applied > newest) {
      throw new Error(
        `the database has schema ${applied}, this program knows ${newest}: run a newer version of titular`,
      );
    }
    for (const migration of migrations) if (migration.number > applied) await apply(client, migration);
    await runMigrations({ connectionString });
  } finally {
    await client.end();
  }
}
