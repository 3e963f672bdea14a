import type pg from 'pg';
import { addSeconds } from '../../base/clock.ts';
import type { Queryable } from './list-partitions.ts';
import { instantOf, LATE_SECONDS, type Partition } from './partition-day.ts';
import { isOwned, type OwnedTable, type PartitionedTable, type TimedTable } from './partitioned-tables.ts';

/** Owners that are looked up under a lock, of which most have no row left; more are let go first. */
const MAX_OWNERS = 10_000;

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

/** Selects the rows of a due partition that stay, each found by index. */
export function keptRows(of: PartitionedTable, partition: Partition): string {
  const kept = isOwned(of) ? ownersOf(of, partition) : lateOrHeld(of, partition);
  return `SELECT p.* FROM (${kept}) AS kept JOIN ${partition.name} p USING (tenant_id, ${of.key})`;
}

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

/** Whether so few owners of a due partition's rows are there that they can be looked up under its lock. */
export const hasFewOwners = async (
  client: Queryable,
  of: PartitionedTable,
  partition: Partition,
): Promise<boolean> =>
  !isOwned(of) || (await countUpTo(client, MAX_OWNERS, ownersOf(of, partition))) <= MAX_OWNERS;
