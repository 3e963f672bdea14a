import { addSeconds } from '../../base/clock.ts';
import { lowestId } from '../../base/id.ts';
import type { PartitionedTable } from './partitioned-tables.ts';

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

/** Gives the keys of the day that begins at `day`. */
export const rangeOfDay = (day: Date): KeyRange => ({
  from: lowestId(day),
  to: lowestId(addSeconds(day, DAY_SECONDS)),
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

/** Finds when everything of a partition may go: a day once its first row is due, the first partition once its last one is; undefined for never. */
export function dueAt({ days }: PartitionedTable, { from, to }: Partition): Date | undefined {
  if (to === undefined) return undefined;
  const since = from === undefined ? addSeconds(instantOf(to), LATE_SECONDS) : startOfDay(instantOf(from));
  return addSeconds(since, days * DAY_SECONDS);
}

/** Whether rows of a partition go one by one: those of the default one, and of the first one, which spans many days. */
export const isEmptiedByRow = ({ from }: Partition): boolean => from === undefined;
