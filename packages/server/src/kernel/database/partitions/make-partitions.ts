import { addSeconds } from '../../base/clock.ts';
import { lowestId } from '../../base/id.ts';
import type { RunTime } from '../batches/until-none.ts';
import type { PartitionDeps } from './at-once.ts';
import { defaultOf, listPartitions } from './list-partitions.ts';
import { MOVE_BATCH, makeEmpty, makeSlice } from './make-partition.ts';
import {
  DAY_SECONDS,
  dueAt,
  type KeyRange,
  rangeOfDays,
  startOfDay,
  startOfSpan,
  uncoveredOf,
} from './partition-day.ts';
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

/** A day, or a span of them, without a partition, and the rows of it that are in the default one. */
type OpenSpan = { start: Date; rows: number };

/** Counts rows of the default partition by span, in one reading; those of dropped days, which something keeps, are not looked at. */
async function countBySpan(
  { pool }: PartitionDeps,
  { key, span }: PartitionedTable,
  table: string,
  { from, to }: KeyRange,
): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ place: number; count: number }>(
    `SELECT (('x' || left(replace(${key}::text, '-', ''), 12))::bit(48)::bigint / ${span * DAY_SECONDS * 1_000})::integer AS place,
       count(*)::integer AS count
     FROM ${table} WHERE ${key} >= $1 AND ${key} < $2 GROUP BY 1`,
    [from, to],
  );
  return new Map(rows.map(({ place, count }) => [place * span * DAY_SECONDS * 1_000, count]));
}

const nextSpan = ({ span }: PartitionedTable, start: Date): Date => addSeconds(start, span * DAY_SECONDS);

/** Lists when each span begins from the oldest whose rows are not due up to the one of the last day ahead. */
function listSpans(of: PartitionedTable, now: Date): Date[] {
  const isKept = (start: Date): boolean =>
    (dueAt(of, { name: '', ...rangeOfDays(start, of.span) }) ?? now) > now;
  let first = startOfSpan(of, now);
  for (let before = first; isKept(before); before = addSeconds(first, -of.span * DAY_SECONDS)) first = before;
  const spans: Date[] = [];
  const last = addSeconds(startOfDay(now), DAYS_AHEAD * DAY_SECONDS);
  for (let start = first; start <= last; start = nextSpan(of, start)) spans.push(start);
  return spans;
}

/** Lists spans that lack a partition: those to come, and those of before whose rows are not due and in the default one. */
async function listOpenSpans(deps: PartitionDeps, of: PartitionedTable, now: Date): Promise<OpenSpan[]> {
  const partitions = await listPartitions(deps.pool, of);
  const starts = listSpans(of, now).filter(
    (start) => uncoveredOf(rangeOfDays(start, of.span), partitions).length > 0,
  );
  const [first, last] = [starts[0], starts.at(-1)];
  if (!first || !last) return [];
  const range = { from: rangeOfDays(first).from, to: rangeOfDays(last, of.span).to };
  const counts = await countBySpan(deps, of, defaultOf(partitions).name, range);
  return starts
    .map((start) => ({ start, rows: counts.get(start.getTime()) ?? 0 }))
    .filter(({ start, rows }) => start >= startOfSpan(of, now) || rows > 0);
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

/** Gives rows to come of the present span a partition first, so that none comes to the default one while its rows are moved; answers the keys that are left. */
async function splitPresent(
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

/** Makes what a span lacks; false where that could not be done now. */
async function fillSpan(
  deps: PartitionDeps,
  of: PartitionedTable,
  { start, rows }: OpenSpan,
  { now, run }: PartitionRun,
): Promise<boolean> {
  for (const range of uncoveredOf(rangeOfDays(start, of.span), await listPartitions(deps.pool, of))) {
    if (rows === 0) {
      if ((await makeEmpty(deps, of, range)) !== 'done') return false;
      continue;
    }
    const left = await splitPresent(deps, of, range, now);
    if (rows <= MAX_MOVED && !(await makeSlices(deps, of, left, run))) return false;
  }
  return true;
}

/** From so many days ahead on, a range of days may be refused to the default partition for a while: no row comes of it. */
const PROVEN_FROM_DAYS = 2;

/** Makes partitions beside a default one that is too large to be read under its lock: it is proven before that it has no row of these days. */
async function makeProven(deps: PartitionDeps, of: PartitionedTable, { now }: PartitionRun): Promise<void> {
  const soonest = addSeconds(startOfDay(now), PROVEN_FROM_DAYS * DAY_SECONDS);
  const starts = listSpans(of, now).filter((start) => start >= soonest);
  const [first, last] = [starts[0], starts.at(-1)];
  if (!first || !last) return;
  const ahead = { from: rangeOfDays(first).from, to: rangeOfDays(last, of.span).to };
  const partitions = await listPartitions(deps.pool, of);
  const open = starts.flatMap((start) => uncoveredOf(rangeOfDays(start, of.span), partitions));
  if (open.length === 0) return;
  deps.log.warn({ table: of.table }, 'many rows came without a partition: they stay in the default one');
  await withProof(deps, of, ahead, async () => {
    for (const range of open) if ((await makeEmpty(deps, of, range)) !== 'done') return;
  });
}

async function makeAll(deps: PartitionDeps, of: PartitionedTable, when: PartitionRun): Promise<void> {
  const open = await listOpenSpans(deps, of, when.now);
  const rows = open.reduce((sum, one) => sum + one.rows, 0);
  if (rows > 0) deps.log.warn({ table: of.table, rows }, 'rows came while their day had no partition');
  // The last days first: they have no rows yet, and rows to come have a place at once.
  for (const one of open.toReversed()) if (!(await fillSpan(deps, of, one, when))) return;
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
