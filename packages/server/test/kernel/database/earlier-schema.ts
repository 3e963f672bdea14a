import { applyMigration } from '@titular/server/kernel/database/migrate/apply-migration.ts';
import { readMigrations } from '@titular/server/kernel/database/migrate/migration.ts';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';

/** Empties the database and leaves the schema as the release did whose last migration has this number. */
export async function goBackTo(pool: pg.Pool, last: number): Promise<void> {
  await pool.query('DROP SCHEMA public CASCADE');
  await pool.query('DROP SCHEMA graphile_worker CASCADE');
  await pool.query('CREATE SCHEMA public');
  await pool.query(
    'CREATE TABLE schema_migrations (number integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const client = await pool.connect();
  for (const migration of await readMigrations())
    if (migration.number <= last) await applyMigration(client, migration, {});
  client.release();
  await runMigrations({ pgPool: pool });
}
