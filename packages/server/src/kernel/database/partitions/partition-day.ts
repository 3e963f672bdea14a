import { addSeconds } from '../../base/clock.ts';
import { lowestId } from '../../base/id.ts';
import { isOwned, type PartitionedTable } from './partitioned-tables.ts';

/** Keys from `from` up to, but not including, `to`. */
export type KeyRange = { from: string; to: string };

/** A partition by its bounds; `from` is undefined for the first one, and both are for the default one. */
export type Partition = { name: string; from: string | undefined; to: string | undefined };

/** Seconds of a day. */
export const DAY_SECONDS = 86_400;

/** How far beyond its day the time of a row may lie: its key is made as a request comes, its time moments later. */
export const LATE_SECONDS = 3_600;

/** Finds when the day of an instant began, in UTC. */
export const startOfDay = (instant: Date): Date =>
  new Date(Math.floor(instant.getTime() / (DAY_SECONDS * 1_000)) * DAY_SECONDS * 1_000);

/** Reads the instant of a UUID version 7, to the millisecond. */
export const instantOf = (id: string): Date =>
  new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/** Finds when the span of days began that one partition takes, counted from 1970. */
export function startOfSpan({ span }: Pick<PartitionedTable, 'span'>, instant: Date): Date {
  const lengthMs = span * DAY_SECONDS * 1_000;
  return new Date(Math.floor(instant.getTime() / lengthMs) * lengthMs);
}

/** Gives the keys of the day that begins at `day`, or of so many days. */
export const rangeOfDays = (day: Date, days = 1): KeyRange => ({
  from: lowestId(day),
  to: lowestId(addSeconds(day, days * DAY_SECONDS)),
});

/** Whether keys of the range have no partition of their own, before the one at `from` ends. */
export function uncoveredOf({ from, to }: KeyRange, partitions: readonly Partition[]): KeyRange[] {
  let open: KeyRange[] = [{ from, to }];
  for (const one of partitions) {
    if (one.to === undefined) continue;
    const [low, high] = [one.from ?? '', one.to];
    open = open.flatMap((range) => [
      { from: range.from, to: range.to < low ? range.to : low },
      { from: range.from > high ? range.from : high, to: range.to },
    ]);
    open = open.filter((range) => range.from < range.to);
  }
  return open;
}

/** Names the partition that begins at a key: by its day, and by its time of day where it is a slice. */
export function nameOf({ table }: PartitionedTable, from: string): string {
  const [day = '', time = ''] = instantOf(from)
    .toISOString()
    .replace(/[-:.Z]/g, '')
    .split('T');
  return /^0+$/.test(time) ? `${table}_${day}` : `${table}_${day}_${time}`;
}

/**
 * Finds when everything of a partition may go: a day once its first row is due, the first partition once its last one is; undefined for
 * never. Rows that have an owner are there as long as it is, and so all of their partitions go with their last one.
 */
export function dueAt(of: PartitionedTable, { from, to }: Partition): Date | undefined {
  if (to === undefined) return undefined;
  const goesWithLast = from === undefined || isOwned(of);
  const since = goesWithLast ? addSeconds(instantOf(to), LATE_SECONDS) : startOfSpan(of, instantOf(from));
  return addSeconds(since, of.days * DAY_SECONDS);
}

/** Whether rows of a partition go one by one: those of the default one, and of the first one, which spans many days. */
export const isEmptiedByRow = ({ from }: Partition): boolean => from === undefined;
