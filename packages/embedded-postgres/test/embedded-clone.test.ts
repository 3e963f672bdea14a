import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { expect, test } from 'vitest';
import { query } from './embedded-fixture.ts';

test('many clones at once are each migrated, empty and apart from one another', async () => {
  const clones = await Promise.all(Array.from({ length: 8 }, () => cloneDatabase()));
  const [first, ...others] = clones.map(({ connectionString }) => connectionString);
  if (first === undefined) throw new Error('no clone was made');
  await query(first, 'CREATE TABLE mine ()');
  for (const other of others) {
    const [row] = await query(
      other,
      `SELECT to_regclass('mine') AS mine, to_regclass('schema_migrations') IS NOT NULL AS migrated, current_user AS "user"`,
    );
    expect(row).toEqual({ mine: null, migrated: true, user: 'titular' });
  }
  await Promise.all(clones.map(({ drop }) => drop()));
  await expect(query(first, 'SELECT 1')).rejects.toThrow('does not exist');
});
