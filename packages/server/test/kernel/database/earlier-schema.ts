import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
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
  for (const name of (await readdir(MIGRATIONS)).sort()) {
    const number = Number(name.slice(0, 6));
    if (number > last) continue;
    await pool.query(await readFile(MIGRATIONS + name, 'utf8'));
    await pool.query('INSERT INTO schema_migrations (number, name) VALUES ($1, $2)', [number, name]);
  }
  await runMigrations({ pgPool: pool });
}
