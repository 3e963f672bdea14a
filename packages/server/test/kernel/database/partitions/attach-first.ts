import { applyMigration } from '@titular/server/kernel/database/migrate/apply-migration.ts';
import { readMigrations } from '@titular/server/kernel/database/migrate/migration.ts';
import type pg from 'pg';

/** Runs the migrations after `before` on a connection with an open transaction, and tells what PostgreSQL said and the indexes that the first partition has attached then. */
export async function attachFirst(
  client: pg.Client | pg.PoolClient,
  before: number,
  partition: string,
): Promise<{ notices: string[]; indexes: string[] }> {
  await client.query('COMMIT; SET client_min_messages = debug1');
  const notices: string[] = [];
  client.on('notice', ({ message = '' }) => void notices.push(message));
  for (const migration of (await readMigrations()).filter(({ number }) => number > before))
    await applyMigration(client as pg.Client, migration, {});
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = $1::regclass AND c.relispartition`,
    [partition],
  );
  return { notices, indexes: rows.map(({ name }) => name) };
}
