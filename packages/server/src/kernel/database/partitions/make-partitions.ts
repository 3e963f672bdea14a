import type pg from 'pg';
import { addSeconds } from '../../base/clock.ts';
import { lowestId } from '../../base/id.ts';
import type { Log } from '../../base/log.ts';
import type { RunTime } from '../batches/until-none.ts';
import { atOnce, lockAtOnce, type Outcome } from './at-once.ts';
import { defaultOf, listColumns, listPartitions } from './list-partitions.ts';
import {
  DAY_SECONDS,
  instantOf,
  type KeyRange,
  nameOf,
  type Partition,
  rangeOfDay,
  startOfDay,
  uncoveredOf,
} from './partition-day.ts';
import type { PartitionedTable } from './partitioned-tables.ts';

/** What work on partitions needs. */
export type PartitionDeps = { pool: pg.Pool; log: Log };

/** When a run is, and how long it may take. */
export type PartitionRun = { now: Date; run: RunTime };

/** For so many days from today on there are partitions. */
export const DAYS_AHEAD = 7;

/** Rows that one commit moves out of the default partition: readers wait for it. */
const MOVE_BATCH = 2_000;
/** Each slice is a partition. A day with more rows than 48 of them take keeps its rows in the default one until they are due. */
const MAX_MOVED = 48 * MOVE_BATCH;
/** Rows that come while slices are moved go to a partition that begins so much later than now. */
const NOW_MARGIN_SECONDS = 60;

/** A day without a partition, and the rows of it that are in the default one. */
type OpenDay = { day: Date; rows: number };

/** Counts rows of the default partition by day, in one reading; those of dropped days, which a hold keeps, are not looked at. */
async function countByDay(
  { pool }: PartitionDeps,
  { key }: PartitionedTable,
  table: string,
  { from, to }: KeyRange,
): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ day: number; count: number }>(
    `SELECT (('x' || left(replace(${key}::text, '-', ''), 12))::bit(48)::bigint / ${DAY_SECONDS * 1_000})::integer AS day,
       count(*)::integer AS count
     FROM ${table} WHERE ${key} >= $1 AND ${key} < $2 GROUP BY 1`,
    [from, to],
  );
  return new Map(rows.map(({ day, count }) => [day, count]));
}

/** Lists days that lack a partition: those to come, and those of before whose rows are not due and in the default one. */
async function listOpenDays(deps: PartitionDeps, of: PartitionedTable, now: Date): Promise<OpenDay[]> {
  const partitions = await listPartitions(deps.pool, of);
  const today = startOfDay(now);
  const days = Array.from({ length: of.days + DAYS_AHEAD }, (_, place) =>
    addSeconds(today, (place - of.days + 1) * DAY_SECONDS),
  ).filter((day) => uncoveredOf(rangeOfDay(day), partitions).length > 0);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const range = { from: rangeOfDay(first).from, to: rangeOfDay(last).to };
  const counts = await countByDay(deps, of, defaultOf(partitions).name, range);
  return days
    .map((day) => ({ day, rows: counts.get(day.getTime() / (DAY_SECONDS * 1_000)) ?? 0 }))
    .filter(({ day, rows }) => day >= today || rows > 0);
}

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
const makeEmpty = (deps: PartitionDeps, of: PartitionedTable, range: KeyRange): Promise<Outcome> =>
  atOnce(deps.pool, of, async (client) => {
    const partitions = await listPartitions(client, of);
    if (!isOpen(range, partitions)) return;
    const name = nameOf(of, range.from);
    await createLike(client, of, name);
    await lockAtOnce(client, defaultOf(partitions).name);
    await attach(client, of, name, range);
  });

/**
 * Makes a partition of a slice and moves its rows there, in one commit. The whole table is locked: a statement that was planned before, such
 * as an erasure, would not know the new partition and miss its rows.
 */
async function makeSlice(
  deps: PartitionDeps,
  of: PartitionedTable,
  range: KeyRange,
): Promise<string | undefined> {
  let end: string | undefined;
  const outcome = await atOnce(deps.pool, of, async (client) => {
    const partitions = await listPartitions(client, of);
    if (!isOpen(range, partitions)) return;
    const from = defaultOf(partitions).name;
    const slice = { from: range.from, to: await endOfSlice(client, of, from, range) };
    const name = nameOf(of, slice.from);
    await createLike(client, of, name);
    await lockAtOnce(client, of.table, from);
    const columns = await listColumns(client, from);
    await client.query(
      `WITH moved AS (DELETE FROM ${from} WHERE ${of.key} >= $1 AND ${of.key} < $2 RETURNING ${columns})
       INSERT INTO ${name} (${columns}) SELECT ${columns} FROM moved`,
      [slice.from, slice.to],
    );
    await attach(client, of, name, slice);
    end = slice.to;
  });
  return outcome === 'done' ? end : undefined;
}

const isLate = ({ elapsedMs, limitMs }: RunTime): boolean => elapsedMs() >= limitMs;

/** Makes slices until the range is covered; false where others use the table, another process is at it, or the time of the run ends. */
async function makeSlices(
  deps: PartitionDeps,
  of: PartitionedTable,
  { from, to }: KeyRange,
  run: RunTime,
): Promise<boolean> {
  let begin: string | undefined = from;
  while (begin !== undefined && begin < to && !isLate(run))
    begin = await makeSlice(deps, of, { from: begin, to });
  return begin !== undefined && begin >= to;
}

/** Gives rows to come of today a partition first, so that none comes to the default one while its rows are moved; answers the keys that are left. */
async function splitToday(
  deps: PartitionDeps,
  of: PartitionedTable,
  range: KeyRange,
  now: Date,
): Promise<KeyRange> {
  const soon = lowestId(addSeconds(now, NOW_MARGIN_SECONDS));
  if (soon <= range.from || range.to <= soon) return range;
  const outcome = await makeEmpty(deps, of, { from: soon, to: range.to });
  return outcome === 'done' ? { from: range.from, to: soon } : range;
}

/** Makes what a day lacks; false where that could not be done now. */
async function fillDay(
  deps: PartitionDeps,
  of: PartitionedTable,
  { day, rows }: OpenDay,
  { now, run }: PartitionRun,
): Promise<boolean> {
  for (const range of uncoveredOf(rangeOfDay(day), await listPartitions(deps.pool, of))) {
    if (rows === 0) {
      if ((await makeEmpty(deps, of, range)) !== 'done') return false;
      continue;
    }
    const left = await splitToday(deps, of, range, now);
    if (rows <= MAX_MOVED && !(await makeSlices(deps, of, left, run))) return false;
  }
  return true;
}

/**
 * Makes the partitions of today and of seven days ahead, and moves rows that came without a partition to one of their day. What others hold
 * up is left to the next run: their rows go to the default partition meanwhile. False when the time of the run ended first.
 */
export async function makePartitions(
  deps: PartitionDeps,
  of: PartitionedTable,
  { now, run }: PartitionRun,
): Promise<boolean> {
  const open = await listOpenDays(deps, of, now);
  const rows = open.reduce((sum, one) => sum + one.rows, 0);
  if (rows > 0) deps.log.warn({ table: of.table, rows }, 'rows came while their day had no partition');
  // The last days first: they have no rows yet, and rows to come have a place at once.
  for (const one of open.toReversed()) if (!(await fillDay(deps, of, one, { now, run }))) break;
  return !isLate(run);
}
