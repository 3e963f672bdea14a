import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';

/** A database with the schema, and statements on it past triggers and references. */
export async function openDatabase() {
  const clone = await cloneDatabase();
  const [, database] = /@\/(\w+)\?/.exec(clone.connectionString) ?? [];
  const { superuserConnectionString } = inject('databaseServer');
  const connectionString = superuserConnectionString.replace('@/postgres?', `@/${database}?`);
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  onTestFinished(async () => {
    await client.end();
    await clone.drop();
  });
  return { url: clone.connectionString, run: (text: string) => client.query(text) };
}
