import type { Kysely } from 'kysely';
import { addSeconds, type Clock } from '../../base/clock.ts';
import { deleteAll, type RunTime, startRun } from '../batches/until-none.ts';
import type { Tables } from '../tables/tables.ts';
import type { PartitionDeps } from './at-once.ts';
import { deleteDueRows } from './delete-due.ts';
import { dropPartitions } from './drop-partitions.ts';
import { listPartitions } from './list-partitions.ts';
import { makePartitions } from './make-partitions.ts';
import { DAY_SECONDS, dueAt, isEmptiedByRow, type Partition } from './partition-day.ts';
import { isOwned, type PartitionedTable } from './partitioned-tables.ts';
import { listPublications } from './publications.ts';

const DELETE_BATCH = 5_000;
/** Of a start, which then goes on; the job does the rest. */
const START_LIMIT_MS = 1_000;
const UNDEFINED_TABLE = '42P01';
/** A due partition that was in use for so long is emptied row by row, which a backup or a long report does not hold up. */
const PATIENCE_SECONDS = 1_800;

type KeepDeps = PartitionDeps & { db: Kysely<Tables>; clock: Clock };

/** When rows are deleted, and how many seconds a due partition is waited for before. */
type DeleteRun = { now: Date; patience: number; run: RunTime };

/** Does one step; a fault of it does not keep the next from its work: rows go to the default partition, and due ones are deleted. */
async function attempt<T>(
  { log }: KeepDeps,
  { table }: PartitionedTable,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    log.error({ err: error, table }, 'partitions could not be changed');
    return undefined;
  }
}

/** Who lets owners go takes their rows out of partitions that are emptied by row. */
const goesByRow = (of: PartitionedTable, partition: Partition, { now, patience }: DeleteRun): boolean => {
  if (isEmptiedByRow(partition) && !isOwned(of)) return true;
  const due = dueAt(of, partition);
  return due !== undefined && addSeconds(due, patience) <= now;
};

/** Deletes due rows of one partition; there are none in one that another process dropped meanwhile. */
async function deleteByRow(
  { db }: KeepDeps,
  of: PartitionedTable,
  { name }: Partition,
  before: Date,
  run: RunTime,
): Promise<boolean> {
  try {
    return await deleteAll(
      db,
      DELETE_BATCH,
      (trx, limit) => deleteDueRows(trx, of, name, before, limit),
      run,
    );
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return true;
    throw error;
  }
}

/** Deletes due rows of every partition that is emptied by row; a fault at one keeps no other from its turn. */
async function deleteDue(deps: KeepDeps, of: PartitionedTable, when: DeleteRun): Promise<boolean> {
  const { now, run } = when;
  const before = addSeconds(now, -of.days * DAY_SECONDS);
  const faults: unknown[] = [];
  for (const partition of await listPartitions(deps.pool, of)) {
    if (!goesByRow(of, partition, when)) continue;
    const isDone = await deleteByRow(deps, of, partition, before, run).catch((error: unknown) => {
      faults.push(error);
      return true;
    });
    if (!isDone) return false;
  }
  if (faults.length > 0) throw new AggregateError(faults, `due rows of ${of.table} could not be deleted`);
  return true;
}

/** Makes the partitions that will be needed soon, within a second, and never fails: without them rows go to the default partition. */
export async function preparePartitions(deps: KeepDeps, of: PartitionedTable): Promise<void> {
  const run = startRun(START_LIMIT_MS);
  await attempt(deps, of, () => makePartitions(deps, of, { now: deps.clock.now(), run, isStart: true }));
}

/** Says which publications keep partitions as they are; true where there are any. */
async function isPublished({ pool, log }: KeepDeps, of: PartitionedTable): Promise<boolean> {
  const publications = await listPublications(pool, of);
  if (publications.length === 0) return false;
  log.warn(
    { table: of.table, publications },
    'no partition is dropped while a publication has the table: due rows are deleted one by one',
  );
  return true;
}

/** Makes partitions ahead, drops those that are due, and deletes due rows of the others; false when the time of the run ended first. */
export async function keepPartitions(deps: KeepDeps, of: PartitionedTable, run: RunTime): Promise<boolean> {
  const now = deps.clock.now();
  const stays = await attempt(deps, of, () => isPublished(deps, of));
  if (!stays) await attempt(deps, of, () => dropPartitions(deps, of, now));
  const isMade = await attempt(deps, of, () => makePartitions(deps, of, { now, run }));
  const patience = stays ? 0 : PATIENCE_SECONDS;
  return (await deleteDue(deps, of, { now, patience, run })) && (isMade ?? true);
}
