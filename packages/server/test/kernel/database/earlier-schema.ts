import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { applyMigration } from '@titular/server/kernel/database/migrate/apply-migration.ts';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';

const MIGRATIONS = fileURLToPath(
  new URL('../../../src/kernel/database/migrate/migrations/', import.meta.url),
);

/** Empties the database and leaves the schema as the release did whose last migration has this number. */
export async function goBackTo(pool: pg.Pool, last: number): Promise<void> {
  await pool.query('DROP SCHEMA public CASCADE');
  await pool.query('DROP SCHEMA graphile_worker CASCADE');
  await pool.query('CREATE SCHEMA public');
  await pool.query(
    'CREATE TABLE schema_migrations (number integer PRIMARY KEY, name text, applied_at timestamptz DEFAULT now())',
  );
  const client = await pool.connect();
  for (const name of (await readdir(MIGRATIONS)).sort()) {
    const number = Number(name.slice(0, 6));
    const sql = await readFile(MIGRATIONS + name, 'utf8');
    if (number <= last) await applyMigration(client, { number, name, sql }, {});
  }
  client.release();
  await runMigrations({ pgPool: pool });
}
