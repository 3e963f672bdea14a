import { type RawBuilder, sql } from 'kysely';
import type { CompanyId, TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';

/** Which cells are read: of slots of time that follow each other, each from one start to the next. */
export type FigureFilter = {
  starts: readonly Date[];
  /** The companies that count; undefined for all. */
  companies: readonly CompanyId[] | undefined;
  module: string | undefined;
};

/** A sum over cells: of a slot and status, or of a status and one more part of the cells. */
export type CellSum = {
  by: 'slot' | 'took' | 'attempts' | 'reached';
  key: number;
  status: string;
  seen: number;
};

const within = (tenantId: TenantId, { starts, companies, module }: FigureFilter): RawBuilder<unknown> => sql`
  tenant_id = ${tenantId} AND created_hour >= ${starts[0]} AND created_hour < ${starts.at(-1)}
  AND ${companies === undefined ? sql`true` : sql`company_id = ANY (${[...companies]}::uuid[])`}
  AND ${module === undefined ? sql`true` : sql`module = ${module}`}`;

/** Sums the cells of a tenant in one reading: by slot (counted from 1), time to a decision, attempts, and how far pages were. */
export async function sumCells(db: Db, tenantId: TenantId, filter: FigureFilter): Promise<CellSum[]> {
  const where = within(tenantId, filter);
  const starts = [...filter.starts];
  const { rows } = await sql<CellSum>`
    SELECT CASE WHEN GROUPING(slot) = 0 THEN 'slot' WHEN GROUPING(took) = 0 THEN 'took'
        WHEN GROUPING(attempts) = 0 THEN 'attempts' ELSE 'reached' END AS by,
      coalesce(slot, took, attempts, reached)::integer AS key, status, sum(seen)::float8 AS seen
    FROM (
      SELECT slot, status, took, attempts, reached, sum(seen) AS seen FROM (
        SELECT width_bucket(created_hour, ${starts}::timestamptz[]) AS slot, status, took, attempts, reached, seen
        FROM transaction_hours WHERE ${where}
        UNION ALL
        SELECT width_bucket(created_hour, ${starts}::timestamptz[]), status, -1, 0, -1, seen
        FROM open_hours WHERE ${where}
      ) AS cells GROUP BY slot, status, took, attempts, reached
    ) AS sums
    GROUP BY GROUPING SETS ((slot, status), (took, status), (attempts, status), (reached, status))`.execute(
    db,
  );
  return rows;
}

/** Reasons of ends without an approval, the most frequent first. */
export async function sumReasons(
  db: Db,
  tenantId: TenantId,
  filter: FigureFilter,
  limit: number,
): Promise<{ reason: string; count: number }[]> {
  const { rows } = await sql<{ reason: string; count: number }>`
    SELECT reason, sum(seen)::float8 AS count FROM reason_hours WHERE ${within(tenantId, filter)}
    GROUP BY reason ORDER BY count DESC, reason LIMIT ${limit}`.execute(db);
  return rows;
}
