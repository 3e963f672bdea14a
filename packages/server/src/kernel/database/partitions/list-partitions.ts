import type pg from 'pg';
import type { Partition } from './partition-day.ts';
import type { PartitionedTable } from './partitioned-tables.ts';

/** A pool, or a connection in a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

const BOUND = /FROM \((MINVALUE|'([0-9a-f-]{36})')\) TO \('([0-9a-f-]{36})'\)/;

/** A partition as the database tells it. */
export type PartitionRow = { name: string; bound: string };

/** Selects the partitions of a table, whose id comes behind. */
export const PARTITION_BOUNDS = `SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent =`;

/** Reads partitions in the order of their keys, the default one last. */
export const parsePartitions = (rows: readonly PartitionRow[]): Partition[] =>
  rows
    .map(({ name, bound }) => {
      const [, , from, to] = BOUND.exec(bound) ?? [];
      return { name, from, to };
    })
    .toSorted((a, b) => sortKey(a).localeCompare(sortKey(b)));

/** Lists the partitions of a table. */
export const listPartitions = async (client: Queryable, { table }: PartitionedTable): Promise<Partition[]> =>
  parsePartitions((await client.query<PartitionRow>(`${PARTITION_BOUNDS} to_regclass($1)`, [table])).rows);

const sortKey = ({ from, to }: Partition): string => (to === undefined ? 'z' : (from ?? ''));

/** Finds the default partition, which each partitioned table has. */
export function defaultOf(partitions: readonly Partition[]): Partition {
  const found = partitions.find(({ to }) => to === undefined);
  if (!found) throw new Error('a partitioned table has no default partition');
  return found;
}

/** Lists the columns of a partition as they stand in a statement: partitions of one table may have them in another order. */
export async function listColumns(client: Queryable, name: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`,
    [name],
  );
  return rows[0]?.columns ?? '';
}
