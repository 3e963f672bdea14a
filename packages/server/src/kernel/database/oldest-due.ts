import { type RawBuilder, sql } from 'kysely';
import { notHeld } from './not-held.ts';

/** Finds when the oldest row of a table was due whose time runs from one column, `days` after it; null for none. */
export const oldestDueOf =
  (table: string, column: string, days: number, where = sql<boolean>`true`) =>
  (): RawBuilder<unknown> =>
    sql`
  SELECT ${sql.ref(column)} + make_interval(days => ${days}) AS due FROM ${sql.table(table)}
  WHERE ${where} AND ${sql.ref(column)} IS NOT NULL ORDER BY ${sql.ref(column)} LIMIT 1`;

/** The same of finished transactions or processes that still name somebody, by the days of their company. */
export const oldestDuePerson =
  (table: 'transactions' | 'processes', id: 'transactions.transaction_id' | 'processes.process_id') =>
  (): RawBuilder<unknown> =>
    sql`
  SELECT min(s.finished_at + make_interval(days => c.person_retention_days)) AS due
  FROM companies c CROSS JOIN LATERAL (
    SELECT finished_at FROM ${sql.table(table)}
    WHERE tenant_id = c.tenant_id AND company_id = c.company_id AND finished_at IS NOT NULL AND erased_at IS NULL
      AND ${notHeld(id)}
    ORDER BY finished_at LIMIT 1
  ) AS s`;
