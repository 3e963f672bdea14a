import type pg from 'pg';
import { addSeconds } from '../../base/clock.ts';
import { atOnce, lockAtOnce, type Outcome, type PartitionDeps } from './at-once.ts';
import { defaultOf, listColumns, listPartitions } from './list-partitions.ts';
import { dueAt, instantOf, LATE_SECONDS, type Partition } from './partition-day.ts';
import type { PartitionedTable } from './partitioned-tables.ts';

/** Rows that one commit keeps or moves; a day with more held rows is emptied row by row and keeps its partition. */
const MAX_KEPT = 1_000;

/** Selects the rows of a due partition that stay, each found by index: those that a legal hold keeps, and any of a time that is not of its day. */
function keptRows({ key, at, heldBy }: PartitionedTable, { name, to = '' }: Partition): string {
  const late = addSeconds(instantOf(to), LATE_SECONDS).toISOString();
  const keys = heldBy.map(
    (column) =>
      `SELECT p.tenant_id, p.${key} FROM legal_holds h JOIN ${name} p ON p.tenant_id = h.tenant_id AND p.${column} = h.subject_id`,
  );
  const kept = [...keys, `SELECT tenant_id, ${key} FROM ${name} WHERE ${at} >= '${late}'`].join(' UNION ');
  return `SELECT p.* FROM ${name} p JOIN (${kept}) AS kept USING (tenant_id, ${key})`;
}

/** Counts rows of a query, up to one more than a limit. */
async function countUpTo(client: pg.ClientBase, limit: number, rowsOf: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM (SELECT FROM (${rowsOf}) AS all_rows LIMIT ${limit + 1}) AS few`,
  );
  return rows[0]?.count ?? 0;
}

/** Takes every row out of a due partition but those that stay. Nobody else's table is locked, so calls go on being written. */
const emptyPartition = (deps: PartitionDeps, of: PartitionedTable, partition: Partition): Promise<unknown> =>
  atOnce(deps.pool, of, async (client) => {
    const { name } = partition;
    if (!(await isThere(client, of, name))) return;
    await lockAtOnce(client, name);
    const kept = await countUpTo(client, MAX_KEPT, keptRows(of, partition));
    if (kept > MAX_KEPT || (await countUpTo(client, kept, `SELECT FROM ${name}`)) <= kept) return;
    await client.query(`CREATE TABLE ${name}_kept AS ${keptRows(of, partition)}`);
    await client.query(`TRUNCATE ${name}`);
    const columns = await listColumns(client, name);
    await client.query(`INSERT INTO ${name} (${columns}) SELECT ${columns} FROM ${name}_kept`);
    await client.query(`DROP TABLE ${name}_kept`);
  });

const isThere = async (client: pg.ClientBase, of: PartitionedTable, name: string): Promise<boolean> =>
  (await listPartitions(client, of)).some((one) => one.name === name);

/** Drops an emptied partition once nobody uses the table for a moment; rows that stay move to the default partition in the same commit. */
const dropEmptied = (deps: PartitionDeps, of: PartitionedTable, partition: Partition): Promise<Outcome> =>
  atOnce(deps.pool, of, async (client) => {
    const { name } = partition;
    const partitions = await listPartitions(client, of);
    if (!partitions.some((one) => one.name === name)) return;
    await lockAtOnce(client, of.table, defaultOf(partitions).name, name);
    const kept = await countUpTo(client, MAX_KEPT, keptRows(of, partition));
    if (kept > MAX_KEPT || (await countUpTo(client, kept, `SELECT FROM ${name}`)) > kept) return;
    const columns = await listColumns(client, name);
    await client.query(`ALTER TABLE ${of.table} DETACH PARTITION ${name}`);
    if (kept > 0) await client.query(`INSERT INTO ${of.table} (${columns}) SELECT ${columns} FROM ${name}`);
    await client.query(`DROP TABLE ${name}`);
  });

/** Empties partitions whose time is over, and drops them. What is in use stays for the next run. */
export async function dropPartitions(deps: PartitionDeps, of: PartitionedTable, now: Date): Promise<void> {
  let outcome: Outcome = 'done';
  for (const partition of await listPartitions(deps.pool, of)) {
    const due = dueAt(of, partition);
    if (!due || due > now) continue;
    await emptyPartition(deps, of, partition);
    // Each drop needs the whole table: who uses it now will most likely use it in a moment.
    if (outcome !== 'in use') outcome = await dropEmptied(deps, of, partition);
  }
}
