import { sql } from 'kysely';
import { createDatabaseGauge } from '../kernel/database/database-gauge.ts';
import { createHistogram, SHORT_SECONDS } from '../kernel/metrics/instruments.ts';

/** Seconds of commits with an entry. */
export const auditCommitSeconds = createHistogram({
  name: 'titular_audit_commit_seconds',
  help: 'Seconds of a commit that holds an entry of the audit log.',
  labels: {},
  buckets: SHORT_SECONDS,
});

/** Seconds of the entry that waits longest for its place in the chain. */
export const unsealedSeconds = createDatabaseGauge(
  {
    name: 'titular_audit_unsealed_oldest_seconds',
    help: 'Seconds for which the oldest entry of the audit log waits for its place in the chain; 0 without one.',
    labels: {},
  },
  async (db) => {
    const { rows } = await sql<{ value: number }>`
      SELECT coalesce(extract(epoch FROM clock_timestamp() - (
        SELECT written_at FROM audit_unsealed ORDER BY row_id LIMIT 1)), 0)::float8 AS value`.execute(db);
    return rows.map(({ value }) => ({ labels: {}, value }));
  },
);
