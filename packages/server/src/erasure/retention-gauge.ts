import { sql } from 'kysely';
import type { Clock } from '../kernel/base/clock.ts';
import { createDatabaseGauge, type DatabaseGauge } from '../kernel/database/database-gauge.ts';
import type { RetentionClass } from '../module.ts';

/** Makes the gauge of how long the oldest of each class of data is kept beyond its time. */
export const retentionGauge = (classes: readonly RetentionClass[], clock: Clock): DatabaseGauge =>
  createDatabaseGauge(
    {
      name: 'titular_retention_overdue_seconds',
      help: 'Seconds for which the oldest of a class of data is kept beyond its time; docs/data-protection.md names the classes.',
      labels: { data: classes.map(({ key }) => key) },
    },
    async (db) => {
      const now = clock.now();
      const each = classes.map(
        ({ key, oldestDue }) => sql`SELECT ${key}::text AS key, (${oldestDue(now)}) AS due`,
      );
      const { rows } = await sql<{
        key: string;
        due: Date | null;
      }>`${sql.join(each, sql` UNION ALL `)}`.execute(db);
      return rows.map(({ key, due }) => ({
        labels: { data: key },
        value: due ? Math.max(0, (now.getTime() - due.getTime()) / 1_000) : 0,
      }));
    },
  );
