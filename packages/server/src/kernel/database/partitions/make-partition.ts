import type pg from 'pg';
import { lowestId } from '../../base/id.ts';
import { atOnce, lockSoon, type Outcome, type PartitionDeps } from './at-once.ts';
import { defaultOf, listColumns, listPartitions } from './list-partitions.ts';
import { instantOf, type KeyRange, nameOf, type Partition, uncoveredOf } from './partition-day.ts';
import type { PartitionedTable } from './partitioned-tables.ts';
import { atOnceUnpublished } from './publications.ts';

/** Rows that one commit moves out of the default partition: readers wait for it. */
export const MOVE_BATCH = 2_000;

/** Ends a slice where its rows are as many as a commit moves. */
async function endOfSlice(
  client: pg.ClientBase,
  { key }: PartitionedTable,
  table: string,
  { from, to }: KeyRange,
): Promise<string> {
  const { rows } = await client.query<{ key: string }>(
    `SELECT ${key} AS key FROM ${table} WHERE ${key} >= $1 AND ${key} < $2 ORDER BY ${key} OFFSET ${MOVE_BATCH} LIMIT 1`,
    [from, to],
  );
  const next = rows[0]?.key;
  if (next === undefined) return to;
  // All keys of one millisecond stay together.
  const instant = Math.max(instantOf(next).getTime(), instantOf(from).getTime() + 1);
  return lowestId(new Date(instant));
}

const createLike = (client: pg.ClientBase, { table }: PartitionedTable, name: string): Promise<unknown> =>
  client.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS INCLUDING INDEXES)`);

const attach = (
  client: pg.ClientBase,
  { table }: PartitionedTable,
  name: string,
  { from, to }: KeyRange,
): Promise<unknown> =>
  client.query(`ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`);

/** Whether no other process made a partition of the range meanwhile. */
function isOpen(range: KeyRange, partitions: readonly Partition[]): boolean {
  const [open] = uncoveredOf(range, partitions);
  return open?.from === range.from && open.to === range.to;
}

/** Makes an empty partition. Of the others only the default one is locked, which nobody uses when all is well. */
export const makeEmpty = (deps: PartitionDeps, of: PartitionedTable, range: KeyRange): Promise<Outcome> =>
  atOnce(deps.pool, of, async (client) => {
    const partitions = await listPartitions(client, of);
    if (!isOpen(range, partitions)) return;
    const name = nameOf(of, range.from);
    await createLike(client, of, name);
    await lockSoon(client, defaultOf(partitions).name);
    await attach(client, of, name, range);
  });

/**
 * Makes a partition of a slice and moves its rows there, in one commit. The whole table is locked: a statement that was planned before, such
 * as an erasure, would not know the new partition and miss its rows. Answers where the slice ends;
 * undefined where nothing was moved.
 */
export async function makeSlice(
  deps: PartitionDeps,
  of: PartitionedTable,
  range: KeyRange,
): Promise<string | undefined> {
  let end: string | undefined;
  const outcome = await atOnceUnpublished(deps, of, async (client) => {
    const partitions = await listPartitions(client, of);
    if (!isOpen(range, partitions)) return;
    const from = defaultOf(partitions).name;
    const slice = { from: range.from, to: await endOfSlice(client, of, from, range) };
    const name = nameOf(of, slice.from);
    await createLike(client, of, name);
    await lockSoon(client, of.table, from);
    const columns = await listColumns(client, from);
    await client.query({
      text: `WITH moved AS (DELETE FROM ${from} WHERE ${of.key} >= $1 AND ${of.key} < $2 RETURNING ${columns})
        INSERT INTO ${name} (${columns}) SELECT ${columns} FROM moved`,
      values: [slice.from, slice.to],
    });
    await attach(client, of, name, slice);
    end = slice.to;
  });
  return outcome === 'done' ? end : undefined;
}
