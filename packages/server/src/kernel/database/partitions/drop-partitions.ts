import type pg from 'pg';
import { lockAtOnce, type Outcome, type PartitionDeps } from './at-once.ts';
import { countUpTo, dropOwners, keptOfFew, keptRows, noteOwners, planByIndex } from './kept-rows.ts';
import { defaultOf, listColumns, listPartitions } from './list-partitions.ts';
import { dueAt, type Partition } from './partition-day.ts';
import type { PartitionedTable } from './partitioned-tables.ts';
import { atOnceUnpublished } from './publications.ts';

/** Rows that one commit keeps or moves; a day with more held rows is emptied row by row and keeps its partition. */
const MAX_KEPT = 1_000;

/** Takes every row out of a partition but those that stay, under a lock of it alone. */
async function truncateRest(
  client: pg.ClientBase,
  of: PartitionedTable,
  partition: Partition,
): Promise<void> {
  const { name } = partition;
  await lockAtOnce(client, name);
  const kept = await countUpTo(client, MAX_KEPT, keptRows(of, partition));
  if (kept > MAX_KEPT || (await countUpTo(client, kept, `SELECT FROM ${name}`)) <= kept) return;
  await client.query(`CREATE UNLOGGED TABLE ${name}_kept AS ${keptRows(of, partition)}`);
  await client.query(`TRUNCATE ${name}`);
  const columns = await listColumns(client, name);
  await client.query(`INSERT INTO ${name} (${columns}) SELECT ${columns} FROM ${name}_kept`);
  await client.query(`DROP TABLE ${name}_kept`);
}

/** Empties a due partition. Nobody else's table is locked, so rows go on being written. */
const emptyPartition = (deps: PartitionDeps, of: PartitionedTable, partition: Partition): Promise<unknown> =>
  atOnceUnpublished(deps, of, async (client) => {
    if (!(await isThere(client, of, partition.name))) return;
    await planByIndex(client);
    if (await noteOwners(client, of, partition)) await truncateRest(client, of, partition);
    await dropOwners(client, partition);
  });

const isThere = async (client: pg.ClientBase, of: PartitionedTable, name: string): Promise<boolean> =>
  (await listPartitions(client, of)).some((one) => one.name === name);

/** Drops an emptied partition once nobody uses the table for a moment; rows that stay move to the default partition in the same commit. */
const dropEmptied = (deps: PartitionDeps, of: PartitionedTable, partition: Partition): Promise<Outcome> =>
  atOnceUnpublished(deps, of, async (client) => {
    const { name } = partition;
    const partitions = await listPartitions(client, of);
    if (!partitions.some((one) => one.name === name)) return;
    await planByIndex(client);
    if ((await countUpTo(client, MAX_KEPT, `SELECT FROM ${name}`)) > MAX_KEPT) return;
    await lockAtOnce(client, of.table, defaultOf(partitions).name, name);
    const kept = await countUpTo(client, MAX_KEPT, keptOfFew(of, partition));
    if ((await countUpTo(client, kept, `SELECT FROM ${name}`)) > kept) return;
    const columns = await listColumns(client, name);
    await client.query(`ALTER TABLE ${of.table} DETACH PARTITION ${name}`);
    if (kept > 0) await client.query(`INSERT INTO ${of.table} (${columns}) SELECT ${columns} FROM ${name}`);
    await client.query(`DROP TABLE ${name}`);
  });

/** Empties partitions whose time is over, and drops them. What is in use, or published, stays for the next run. */
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
