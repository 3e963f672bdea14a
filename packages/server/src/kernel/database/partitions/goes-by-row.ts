import { type RawBuilder, sql } from 'kysely';
import type { PartitionedTable } from './partitioned-tables.ts';

/** Whether a row of a partitioned table, read as `alias`, lies in the default or the first partition, which no drop of days empties. */
export const goesByRow = (alias: string, { table }: PartitionedTable): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.tableoid`)} = ANY (ARRAY(
    SELECT c.oid FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = ${sql.lit(table)}::regclass AND pg_get_expr(c.relpartbound, c.oid) NOT LIKE 'FOR VALUES FROM (''%'))`;
