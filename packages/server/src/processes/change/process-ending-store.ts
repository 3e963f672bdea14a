import { sql } from 'kysely';
import type { Db } from '../../kernel/database/connect.ts';
import type { ProcessStatus } from '../process.ts';
import type { ProcessChange } from '../process-store.ts';

/** An open process of any tenant that has to end, locked. */
export type DueProcess = {
  tenantId: string;
  processId: string;
  companyId: string;
  status: ProcessStatus;
  version: number;
};

type DueRow = {
  tenant_id: string;
  process_id: string;
  company_id: string;
  status: string;
  version: number;
};

const toDue = (row: DueRow): DueProcess => ({
  tenantId: row.tenant_id,
  processId: row.process_id,
  companyId: row.company_id,
  status: row.status as ProcessStatus,
  version: row.version,
});

/** Locks up to `limit` open processes of the platform inside whose time has passed, oldest first; those that somebody else is changing, or that are named, are left out. */
export async function lockDueProcesses(
  trx: Db,
  now: Date,
  limit: number,
  leftOut: readonly string[],
): Promise<DueProcess[]> {
  const { rows } = await sql<DueRow>`
    SELECT tenant_id, process_id, company_id, status, version FROM processes
    WHERE status = 'created' AND platform = 'built-in' AND expires_at <= ${now}
      AND process_id <> ALL (${[...leftOut]}::uuid[])
    ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(trx);
  return rows.map(toDue);
}

/** The same of those whose time for another attempt has passed. */
export async function lockOverdueProcessRetries(
  trx: Db,
  now: Date,
  limit: number,
  leftOut: readonly string[],
): Promise<DueProcess[]> {
  const { rows } = await sql<DueRow>`
    SELECT tenant_id, process_id, company_id, status, version FROM processes
    WHERE status = 'created' AND retry_until <= ${now}
      AND process_id <> ALL (${[...leftOut]}::uuid[])
    ORDER BY retry_until LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(trx);
  return rows.map(toDue);
}

/** The same of those on the operator's platform that nobody could be asked about until `before`, whose result nobody is about to take. */
export async function lockGivenUpProcesses(
  trx: Db,
  before: Date,
  limit: number,
  leftOut: readonly string[],
): Promise<DueProcess[]> {
  const { rows } = await sql<DueRow>`
    SELECT p.tenant_id, p.process_id, p.company_id, p.status, p.version FROM processes p
    WHERE p.platform = 'external' AND p.status = 'created' AND p.expires_at <= ${before}
      AND p.process_id <> ALL (${[...leftOut]}::uuid[])
      AND NOT EXISTS (
        SELECT FROM graphile_worker.jobs j
        WHERE j.key = 'take-platform-result/' || p.process_id AND j.attempts < j.max_attempts)
    ORDER BY p.expires_at LIMIT ${limit} FOR UPDATE OF p SKIP LOCKED`.execute(trx);
  return rows.map(toDue);
}

/** A change that ends a process of any tenant. */
export type ProcessEnding = Pick<
  ProcessChange,
  'processId' | 'version' | 'event' | 'from' | 'to' | 'actor' | 'reasons' | 'decision'
> & { tenantId: string };

/** Ends locked processes, each with its history row, in one statement; the database's clock says when they ended. Answers how many. */
export async function updateEndedProcesses(
  trx: Db,
  endings: readonly ProcessEnding[],
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    WITH ended AS (
      UPDATE processes p SET status = e."to", version = e.version, finished_at = now(), retry_until = NULL,
        decision = coalesce(e.decision, p.decision)
      FROM json_to_recordset(${JSON.stringify(endings)}::json) AS e ("tenantId" uuid, "processId" uuid,
        version integer, event text, "from" text, "to" text, actor text, reasons text[], decision jsonb)
      WHERE p.tenant_id = e."tenantId" AND p.process_id = e."processId" AND p.status = e."from"
        AND p.version = e.version - 1
      RETURNING p.tenant_id, p.process_id, p.version, e.event, e."from", p.status, e.actor, e.reasons
    ), history AS (
      INSERT INTO process_history (tenant_id, process_id, version, event, from_status, to_status, actor, reasons, at)
      SELECT ended.*, ${at}::timestamptz FROM ended
    )
    SELECT count(*)::integer AS ended FROM ended`.execute(trx);
  return rows[0]?.ended ?? 0;
}
