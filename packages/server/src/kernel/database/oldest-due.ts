import { type RawBuilder, sql } from 'kysely';
import type { TenantId } from '../base/id.ts';
import { notHeld } from './not-held.ts';

/** Rows of a tenant that are due from one time on and before another, up to `limit`. */
export type DueSpan = {
  tenantId: TenantId;
  from: RawBuilder<unknown>;
  before: RawBuilder<unknown>;
  limit: number;
};

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

/** Finished transactions or processes of a tenant that still name somebody and are due within a span, up to `limit`. */
export const personsDueWithin =
  (table: 'transactions' | 'processes', id: 'transactions.transaction_id' | 'processes.process_id') =>
  ({ tenantId, from, before, limit }: DueSpan): RawBuilder<unknown> =>
    sql`
  SELECT FROM companies c CROSS JOIN LATERAL (
    SELECT FROM ${sql.table(table)}
    WHERE tenant_id = c.tenant_id AND company_id = c.company_id AND finished_at IS NOT NULL AND erased_at IS NULL
      AND finished_at >= ${from} - make_interval(days => c.person_retention_days)
      AND finished_at < ${before} - make_interval(days => c.person_retention_days)
      AND ${notHeld(id)}
    LIMIT ${limit}
  ) AS s WHERE c.tenant_id = ${tenantId} LIMIT ${limit}`;
