import type pg from 'pg';

const BUILT =
  /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?([a-z_][a-z0-9_]*)\s+ON\s/i;

/** Whether an index is there, and whether its building came to an end. */
async function findIndex(client: pg.ClientBase, name: string): Promise<'missing' | 'invalid' | 'valid'> {
  const { rows } = await client.query<{ is_valid: boolean }>(
    'SELECT indisvalid AND indisready AS is_valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [name],
  );
  const [found] = rows;
  if (!found) return 'missing';
  return found.is_valid ? 'valid' : 'invalid';
}

/**
 * Runs a statement that builds or removes an index beside writers, outside a transaction block. One that was built before
 * the process died stays; one that was left invalid is removed and built anew.
 */
export async function runConcurrently(client: pg.ClientBase, statement: string): Promise<void> {
  const [, name] = BUILT.exec(statement) ?? [];
  if (name !== undefined) {
    const state = await findIndex(client, name);
    if (state === 'valid') return;
    if (state === 'invalid') await client.query(`DROP INDEX CONCURRENTLY ${name}`);
  }
  await client.query(statement);
}
