import { sql } from 'kysely';
import type { TenantId, TransactionId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';

/** Transactions under way of one company, hour, module and status. */
export type OpenCell = {
  company_id: string;
  created_hour: string;
  module: string;
  status: string;
  seen: number;
};

/**
 * Counts the next `limit` transactions under way by id. One that has ended, but whose end stands after the place that is counted, is under
 * way here: so none is missing or counted twice. Answers the last id while more may follow.
 */
export async function countOpenSlice(
  trx: Db,
  tenantId: TenantId,
  { afterId, position }: { afterId: TransactionId; position: string },
  limit: number,
): Promise<{ cells: OpenCell[]; lastId: TransactionId | undefined }> {
  const { rows } = await sql<{ cells: OpenCell[]; last_id: TransactionId | null }>`
    WITH walked AS MATERIALIZED (
      SELECT found.* FROM (VALUES ('waiting'), ('processing'), ('shared')) AS open (status) CROSS JOIN LATERAL (
        SELECT t.transaction_id, t.company_id, t.created_at, t.module, t.status FROM transactions t
        WHERE t.tenant_id = ${tenantId} AND t.status = open.status AND t.transaction_id > ${afterId}
        ORDER BY t.transaction_id LIMIT ${limit}
      ) AS found ORDER BY found.transaction_id LIMIT ${limit}
    ), last AS (
      SELECT (SELECT transaction_id FROM walked ORDER BY transaction_id OFFSET ${limit - 1} LIMIT 1) AS id
    ), late AS (
      SELECT found.* FROM last CROSS JOIN events e CROSS JOIN LATERAL (
        SELECT t.transaction_id, t.company_id, t.created_at, t.module, 'processing' AS status FROM transactions t
        WHERE t.tenant_id = ${tenantId} AND t.transaction_id = e.transaction_id AND t.version = e.sequence
          AND t.finished_at IS NOT NULL LIMIT 1
      ) AS found
      WHERE e.tenant_id = ${tenantId} AND e.position > ${position} AND e.type = 'transaction.finished'
        AND e.transaction_id > ${afterId} AND (last.id IS NULL OR e.transaction_id <= last.id)
    ), cells AS (
      SELECT company_id, date_trunc('hour', created_at, 'UTC') AS created_hour, module, status, count(*) AS seen
      FROM (
        SELECT company_id, created_at, module, status FROM walked
        UNION ALL SELECT company_id, created_at, module, status FROM late
      ) AS one GROUP BY 1, 2, 3, 4
    )
    SELECT (SELECT coalesce(json_agg(cells), '[]') FROM cells) AS cells, (SELECT id FROM last) AS last_id`.execute(
    trx,
  );
  return { cells: rows[0]?.cells ?? [], lastId: rows[0]?.last_id ?? undefined };
}

/** Replaces the cells of transactions under way; writes those alone that differ. */
export async function replaceOpenCells(
  trx: Db,
  tenantId: TenantId,
  cells: readonly OpenCell[],
): Promise<void> {
  await sql`
    WITH open AS MATERIALIZED (
      SELECT company_id, created_hour, module, status, sum(seen)::bigint AS seen
      FROM json_to_recordset(${JSON.stringify(cells)}::json) AS cell
        (company_id uuid, created_hour timestamptz, module text, status text, seen bigint)
      GROUP BY 1, 2, 3, 4
    ), gone AS (
      DELETE FROM open_hours o WHERE o.tenant_id = ${tenantId} AND NOT EXISTS (
        SELECT FROM open n WHERE n.company_id = o.company_id AND n.created_hour = o.created_hour
          AND n.module = o.module AND n.status = o.status)
    )
    INSERT INTO open_hours AS known (tenant_id, company_id, created_hour, module, status, seen)
    SELECT ${tenantId}::uuid, company_id, created_hour, module, status, seen FROM open
    ON CONFLICT (tenant_id, created_hour, company_id, module, status) DO UPDATE SET seen = excluded.seen
    WHERE known.seen <> excluded.seen`.execute(trx);
}
