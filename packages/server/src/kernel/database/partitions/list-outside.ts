import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { PARTITION_BOUNDS, type PartitionRow, parsePartitions } from './list-partitions.ts';
import type { PartitionedTable } from './partitioned-tables.ts';

/** Lists the keys that no partition of days has: their rows are in the default or the first one, which are emptied row by row. */
export async function listOutside<Key extends string>(
  db: Db,
  { table }: PartitionedTable,
  keys: readonly Key[],
): Promise<Key[]> {
  const { rows } = await sql<PartitionRow>`${sql.raw(PARTITION_BOUNDS)} to_regclass(${table})`.execute(db);
  const ofDays = parsePartitions(rows).filter(({ from }) => from !== undefined);
  return keys.filter((key) => !ofDays.some(({ from = '', to = '' }) => from <= key && key < to));
}
