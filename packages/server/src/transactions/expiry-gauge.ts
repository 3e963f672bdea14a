import { sql } from 'kysely';
import type { Clock } from '../kernel/base/clock.ts';
import { createDatabaseGauge, type DatabaseGauge } from '../kernel/database/database-gauge.ts';

/** Subjects beyond which those that are overdue are not counted. */
const MAX_COUNTED = 10_000;

/** Makes the gauge of what is open beyond its time, transactions and processes of the platform inside. */
export const expiryGauge = (clock: Clock): DatabaseGauge =>
  createDatabaseGauge(
    {
      name: 'titular_expiry_overdue',
      help: 'Open transactions and processes whose time has passed and that are not ended yet, each counted up to 10000.',
      labels: { subject: ['transaction', 'process'] },
    },
    async (db) => {
      const now = clock.now();
      const { rows } = await sql<{ subject: string; value: number }>`
        SELECT 'transaction' AS subject, count(*)::integer AS value FROM (
          SELECT FROM transactions WHERE status IN ('waiting', 'shared') AND expires_at <= ${now}
          LIMIT ${sql.lit(MAX_COUNTED)}) AS overdue
        UNION ALL
        SELECT 'process', count(*)::integer FROM (
          SELECT FROM processes WHERE status = 'created' AND platform = 'built-in' AND expires_at <= ${now}
          LIMIT ${sql.lit(MAX_COUNTED)}) AS overdue`.execute(db);
      return rows.map(({ subject, value }) => ({ labels: { subject }, value }));
    },
  );
