import type pg from 'pg';
import { atOnce, type Outcome, type PartitionDeps } from './at-once.ts';
import type { Queryable } from './list-partitions.ts';
import type { PartitionedTable } from './partitioned-tables.ts';

/** Lists the publications that have a table or a partition of it, by whichever way they name them. */
export async function listPublications(client: Queryable, { table }: PartitionedTable): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT pubname AS name FROM pg_publication p
     WHERE puballtables
       OR EXISTS (SELECT FROM pg_publication_rel r JOIN pg_partition_tree(to_regclass($1)) t ON t.relid = r.prrelid WHERE r.prpubid = p.oid)
       OR EXISTS (
         SELECT FROM pg_publication_namespace n JOIN pg_class c ON c.relnamespace = n.pnnspid
         JOIN pg_partition_tree(to_regclass($1)) t ON t.relid = c.oid WHERE n.pnpubid = p.oid)
     ORDER BY pubname`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/**
 * Moves or drops rows with their partition as `atOnce` does, and nothing while a publication has the table. Subscribers are not told of
 * partitions that are emptied or dropped, and rows that move between them would come to a subscriber as new ones.
 */
export const atOnceUnpublished = (
  { pool }: PartitionDeps,
  of: PartitionedTable,
  work: (client: pg.ClientBase) => Promise<unknown>,
): Promise<Outcome> =>
  atOnce(pool, of, async (client) => {
    // With its number taken before it looks, a slot of a later publication begins after this transaction.
    await client.query('SELECT pg_current_xact_id()');
    if ((await listPublications(client, of)).length === 0) await work(client);
  });
