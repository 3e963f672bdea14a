import { addSeconds } from '../../base/clock.ts';
import { lowestId } from '../../base/id.ts';
import type { RunTime } from '../batches/until-none.ts';
import type { PartitionDeps } from './at-once.ts';
import { defaultOf, listPartitions } from './list-partitions.ts';
import { MOVE_BATCH, makeEmpty, makeSlice } from './make-partition.ts';
import { DAY_SECONDS, type KeyRange, rangeOfDay, startOfDay, uncoveredOf } from './partition-day.ts';
import type { PartitionedTable } from './partitioned-tables.ts';
import { dropProof, isLarge, withProof } from './prove-default.ts';

/** When a run is, and how long it may take; that of a start leaves to the job what reads much. */
export type PartitionRun = { now: Date; run: RunTime; isStart?: true };

/** For so many days from today on there are partitions. */
export const DAYS_AHEAD = 7;

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

/** From so many days ahead on, a range of days may be refused to the default partition for a while: no row comes of it. */
const PROVEN_FROM_DAYS = 2;

/** Makes partitions beside a default one that is too large to be read under its lock: it is proven before that it has no row of these days. */
async function makeProven(deps: PartitionDeps, of: PartitionedTable, { now }: PartitionRun): Promise<void> {
  const first = addSeconds(startOfDay(now), PROVEN_FROM_DAYS * DAY_SECONDS);
  const days = DAYS_AHEAD + 1 - PROVEN_FROM_DAYS;
  const ahead = { from: rangeOfDay(first).from, to: rangeOfDay(addSeconds(first, days * DAY_SECONDS)).from };
  const partitions = await listPartitions(deps.pool, of);
  const open = Array.from({ length: days }, (_, place) =>
    uncoveredOf(rangeOfDay(addSeconds(first, place * DAY_SECONDS)), partitions),
  ).flat();
  if (open.length === 0) return;
  deps.log.warn({ table: of.table }, 'many rows came without a partition: they stay in the default one');
  await withProof(deps, of, ahead, async () => {
    for (const range of open) if ((await makeEmpty(deps, of, range)) !== 'done') return;
  });
}

async function makeAll(deps: PartitionDeps, of: PartitionedTable, when: PartitionRun): Promise<void> {
  const open = await listOpenDays(deps, of, when.now);
  const rows = open.reduce((sum, one) => sum + one.rows, 0);
  if (rows > 0) deps.log.warn({ table: of.table, rows }, 'rows came while their day had no partition');
  // The last days first: they have no rows yet, and rows to come have a place at once.
  for (const one of open.toReversed()) if (!(await fillDay(deps, of, one, when))) return;
}

/**
 * Makes the partitions of today and of seven days ahead, and moves rows that came without a partition to one of their day. What others hold
 * up is left to the next run: their rows go to the default partition meanwhile. False when the time of the run ended first.
 */
export async function makePartitions(
  deps: PartitionDeps,
  of: PartitionedTable,
  when: PartitionRun,
): Promise<boolean> {
  const rest = defaultOf(await listPartitions(deps.pool, of)).name;
  if (!when.isStart) await dropProof(deps, of, rest);
  if (!(await isLarge(deps, rest))) await makeAll(deps, of, when);
  else if (!when.isStart) await makeProven(deps, of, when);
  return !isLate(when.run);
}
