import type pg from 'pg';
import { addSeconds, type Clock } from '../../base/clock.ts';
import { createDatabaseGauge, type DatabaseGauge } from '../database-gauge.ts';
import { listPartitions } from './list-partitions.ts';
import { DAYS_AHEAD } from './make-partitions.ts';
import { DAY_SECONDS, type Partition, rangeOfDays, startOfDay, uncoveredOf } from './partition-day.ts';
import { partitionedTables } from './partitioned-tables.ts';

/** Counts the days in a row, from today on, that have a partition. */
function countDaysAhead(partitions: readonly Partition[], now: Date): number {
  const today = startOfDay(now);
  let days = 0;
  while (
    days <= DAYS_AHEAD &&
    uncoveredOf(rangeOfDays(addSeconds(today, days * DAY_SECONDS)), partitions).length === 0
  )
    days += 1;
  return days;
}

/** Makes the gauge of how many days, today included, have a partition; at 0, rows go to the default partition. */
export const partitionGauge = ({ pool, clock }: { pool: pg.Pool; clock: Clock }): DatabaseGauge =>
  createDatabaseGauge(
    {
      name: 'titular_db_partition_days',
      help: 'Days in a row, from today on, for which a table has a partition; 8 when all is well, at 0 rows go to the default partition.',
      labels: { table: partitionedTables.map(({ table }) => table) },
    },
    async () => {
      const samples = [];
      for (const of of partitionedTables)
        samples.push({
          labels: { table: of.table },
          value: countDaysAhead(await listPartitions(pool, of), clock.now()),
        });
      return samples;
    },
  );
