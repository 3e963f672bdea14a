import { query } from '../load/times.ts';
import type { Readings } from './process-readings.ts';

const optionOf = (name: string): string =>
  `coalesce((SELECT option_value FROM pg_options_to_table(c.reloptions) WHERE option_name = '${name}'), current_setting('${name}'))::float8`;

/** Partitions count as the table that they are of; a table is vacuumed at as many dead rows as its own settings say. */
const TABLES = `
  SELECT coalesce(parent.relname, s.relname) AS name, sum(s.n_live_tup)::float8 AS live, sum(s.n_dead_tup)::float8 AS dead,
    sum(pg_table_size(s.relid))::float8 AS heap, sum(pg_indexes_size(s.relid))::float8 AS indexes,
    sum(s.vacuum_count + s.autovacuum_count)::float8 AS vacuums,
    sum(${optionOf('autovacuum_vacuum_threshold')}
      + ${optionOf('autovacuum_vacuum_scale_factor')} * greatest(c.reltuples, 0))::float8 AS vacuumed_at
  FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
  LEFT JOIN pg_inherits i ON i.inhrelid = s.relid LEFT JOIN pg_class parent ON parent.oid = i.inhparent
  GROUP BY 1`;

const WHOLE = `
  SELECT pg_database_size(current_database())::float8 AS "database bytes",
    (SELECT wal_bytes FROM pg_stat_wal)::float8 AS "WAL bytes",
    (SELECT count(*) FROM pg_stat_activity WHERE usename = 'titular')::float8 AS "connections",
    (SELECT coalesce(max(age(backend_xmin)), 0) FROM pg_stat_activity)::float8 AS "age of the oldest snapshot",
    (SELECT count(*) FROM graphile_worker._private_jobs)::float8 AS "queue: jobs",
    (SELECT count(*) FROM graphile_worker._private_jobs WHERE attempts >= max_attempts)::float8 AS "queue: jobs given up",
    (SELECT count(*) FROM job_outbox)::float8 AS "queue: outbox of jobs",
    (SELECT count(*) FROM wake_outbox)::float8 AS "queue: outbox of wakes",
    (SELECT count(*) FROM audit_unsealed)::float8 AS "queue: audit entries without place",
    (SELECT count(*) FROM deliveries WHERE state = 'pending')::float8 AS "queue: deliveries",
    (SELECT coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0) FROM deliveries
      WHERE state = 'pending' AND next_attempt_at < now())::float8 AS "seconds overdue: oldest delivery",
    (SELECT coalesce(extract(epoch FROM now() - min(run_at)), 0) FROM graphile_worker._private_jobs
      WHERE run_at < now() AND locked_at IS NULL AND attempts < max_attempts)::float8 AS "seconds overdue: oldest job",
    (SELECT coalesce(extract(epoch FROM now() - min(expires_at)), 0) FROM transactions
      WHERE status IN ('waiting', 'shared') AND expires_at < now())::float8 AS "seconds overdue: oldest expiry",
    (SELECT count(*) FROM transactions)::float8 AS "transactions made",
    (SELECT count(*) FROM transactions WHERE status IN ('waiting', 'shared', 'processing'))::float8 AS "transactions open"`;

type TableRow = {
  name: string;
  live: number;
  dead: number;
  heap: number;
  indexes: number;
  vacuums: number;
  vacuumed_at: number;
};

/** Looks at tables, queues and the log of a database. */
export async function readDatabase(adminUrl: string): Promise<Readings> {
  const [whole = {}] = await query<Readings>(adminUrl, WHOLE);
  const readings: Readings = { ...whole };
  for (const { name, live, dead, heap, indexes, vacuums, ...row } of await query<TableRow>(adminUrl, TABLES))
    Object.assign(readings, {
      [`${name}: live rows`]: live,
      [`${name}: dead rows`]: dead,
      [`${name}: table bytes`]: heap,
      [`${name}: index bytes`]: indexes,
      [`${name}: vacuums`]: vacuums,
      [`${name}: vacuumed at`]: row.vacuumed_at,
    });
  return readings;
}
