import type pg from 'pg';
import { addSeconds } from '../../base/clock.ts';
import type { Queryable } from './list-partitions.ts';
import { instantOf, LATE_SECONDS, type Partition } from './partition-day.ts';
import { isOwned, type OwnedTable, type PartitionedTable, type TimedTable } from './partitioned-tables.ts';

/** Owners whose rows are looked up under a lock; where there are more, they are let go first. */
const MAX_OWNERS = 5_000;

/** Selects the owners of rows of a partition that are still there, tenant by tenant in the order of their keys. */
const ownersOf = ({ owner, key }: OwnedTable, { from, to }: Partition): string => `
  SELECT o.tenant_id, o.${key} FROM tenants t CROSS JOIN LATERAL (
    SELECT tenant_id, ${key} FROM ${owner}
    WHERE tenant_id = t.tenant_id AND ${key} < '${to}' ${from === undefined ? '' : `AND ${key} >= '${from}'`} OFFSET 0
  ) AS o`;

/** Selects rows that a legal hold keeps, and any of a time that is not of its day. */
function lateOrHeld({ key, at, heldBy }: TimedTable, { name, to = '' }: Partition): string {
  const late = addSeconds(instantOf(to), LATE_SECONDS).toISOString();
  const keys = heldBy.map(
    (column) =>
      `SELECT p.tenant_id, p.${key} FROM legal_holds h JOIN ${name} p ON p.tenant_id = h.tenant_id AND p.${column} = h.subject_id`,
  );
  return [...keys, `SELECT tenant_id, ${key} FROM ${name} WHERE ${at} >= '${late}'`].join(' UNION ');
}

const ownersTable = ({ name }: Partition): string => `${name}_owners`;

/** Selects the rows of a due partition that stay, each found by index; those of owners that `noteOwners` found. */
export function keptRows(of: PartitionedTable, partition: Partition): string {
  const kept = isOwned(of) ? `SELECT * FROM ${ownersTable(partition)}` : lateOrHeld(of, partition);
  return `SELECT p.* FROM (${kept}) AS kept JOIN ${partition.name} p USING (tenant_id, ${of.key})`;
}

/** Selects the same of a partition with few rows, where owners are looked up row by row. */
export const keptOfFew = (of: PartitionedTable, partition: Partition): string =>
  isOwned(of)
    ? `SELECT p.* FROM ${partition.name} p WHERE (
        SELECT o.tenant_id FROM ${of.owner} o WHERE o.tenant_id = p.tenant_id AND o.${of.key} = p.${of.key}) IS NOT NULL`
    : keptRows(of, partition);

/**
 * Notes the owners of a due partition's rows, before it is locked: with very many tenants that takes long, and no new ones come of old keys.
 * False where there are too many of them.
 */
export async function noteOwners(
  client: pg.ClientBase,
  of: PartitionedTable,
  partition: Partition,
): Promise<boolean> {
  if (!isOwned(of)) return true;
  const { rowCount } = await client.query(
    `CREATE UNLOGGED TABLE ${ownersTable(partition)} AS SELECT * FROM (${ownersOf(of, partition)}) AS few LIMIT ${MAX_OWNERS + 1}`,
  );
  return (rowCount ?? 0) <= MAX_OWNERS;
}

/** Deletes the owners of a partition's rows, in the commit that noted them. */
export const dropOwners = (client: pg.ClientBase, partition: Partition): Promise<unknown> =>
  client.query(`DROP TABLE IF EXISTS ${ownersTable(partition)}`);

/** Plans by index in this transaction, whatever the statistics say: rows that stay are few, and found under a lock. */
export const planByIndex = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off;
    SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off`);

/** Counts rows of a query, up to one more than a limit. */
export async function countUpTo(client: Queryable, limit: number, rowsOf: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM (SELECT FROM (${rowsOf}) AS all_rows LIMIT ${limit + 1}) AS few`,
  );
  return rows[0]?.count ?? 0;
}
