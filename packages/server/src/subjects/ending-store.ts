import { type RawBuilder, sql } from 'kysely';
import type { CompanyId, TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { SubjectId } from '../kernel/database/subject-ref.ts';
import { isAwaiting } from './retry-store.ts';
import type { SubjectTable } from './subject-table.ts';

/** Open subject of any tenant that has to end, locked. */
export type Due = {
  tenantId: TenantId;
  id: SubjectId;
  companyId: CompanyId;
  module: string;
  status: string;
  version: number;
};

/** Which open subjects are due: those whose time in a column had passed at `until`. */
export type DueRule = { by: 'expires_at' | 'retry_until'; until: Date; where?: RawBuilder<boolean> };

/** Locks up to `limit` open subjects that are due, oldest first; those that somebody else is changing, or that are named, are left out. */
export async function lockDue(
  trx: Db,
  of: SubjectTable,
  { by, until, where = sql`true` }: DueRule,
  limit: number,
  leftOut: readonly string[],
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    SELECT tenant_id AS "tenantId", ${sql.ref(of.id)} AS id, company_id AS "companyId",
      ${of.module} AS module, status, version
    FROM ${sql.table(of.table)} s
    WHERE ${isAwaiting(of)} AND ${sql.ref(by)} <= ${until} AND ${where}
      AND ${sql.ref(of.id)} <> ALL (${[...leftOut]}::uuid[])
    ORDER BY ${sql.ref(by)} LIMIT ${limit} FOR UPDATE OF s SKIP LOCKED`.execute(trx);
  return rows;
}

/** Change that ends a subject of any tenant. */
export type Ending = {
  tenantId: TenantId;
  id: SubjectId;
  version: number;
  event: string;
  from: string;
  to: string;
  actor: string;
  reasons: readonly string[];
  decision: unknown;
};

/** Ends locked subjects, each with its history row, in one statement; answers how many. */
export async function updateEnded(
  trx: Db,
  of: SubjectTable,
  endings: readonly Ending[],
  at: Date,
): Promise<number> {
  const id = sql.ref(of.id);
  const { rows } = await sql<{ ended: number }>`
    WITH ended AS (
      UPDATE ${sql.table(of.table)} s SET status = e."to", version = e.version, finished_at = ${of.finishedAt(at)},
        retry_until = NULL, decision = coalesce(e.decision, s.decision)
      FROM json_to_recordset(${JSON.stringify(endings)}::json) AS e ("tenantId" uuid, id uuid,
        version integer, event text, "from" text, "to" text, actor text, reasons text[], decision jsonb)
      WHERE s.tenant_id = e."tenantId" AND s.${id} = e.id AND s.status = e."from" AND s.version = e.version - 1
      RETURNING s.tenant_id, s.${id}, s.version, e.event, e."from", s.status, e.actor, e.reasons
    ), history AS (
      INSERT INTO ${sql.table(of.history)} (tenant_id, ${id}, version, event, from_status, to_status, actor, reasons, at)
      SELECT ended.*, ${at}::timestamptz FROM ended
    )
    SELECT count(*)::integer AS ended FROM ended`.execute(trx);
  return rows[0]?.ended ?? 0;
}
