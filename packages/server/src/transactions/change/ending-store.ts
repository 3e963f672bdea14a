import type { TransactionStatus } from '@titular/contract';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/connect.ts';
import type { StatusChange } from '../transaction-store.ts';

/** An open transaction of any tenant that has to end, locked. */
export type DueTransaction = {
  tenantId: string;
  transactionId: string;
  companyId: string;
  status: TransactionStatus;
  version: number;
};

type DueRow = {
  tenant_id: string;
  transaction_id: string;
  company_id: string;
  status: string;
  version: number;
};

const toDue = (row: DueRow): DueTransaction => ({
  tenantId: row.tenant_id,
  transactionId: row.transaction_id,
  companyId: row.company_id,
  status: row.status as TransactionStatus,
  version: row.version,
});

/** Locks up to `limit` open transactions whose time has passed, oldest first; those that somebody else is changing, or that are named, are left out. */
export async function lockDue(
  trx: Db,
  now: Date,
  limit: number,
  leftOut: readonly string[],
): Promise<DueTransaction[]> {
  const { rows } = await sql<DueRow>`
    SELECT tenant_id, transaction_id, company_id, status, version FROM transactions
    WHERE status IN ('waiting', 'shared') AND expires_at <= ${now}
      AND transaction_id <> ALL (${[...leftOut]}::uuid[])
    ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(trx);
  return rows.map(toDue);
}

/** The same of those whose time for another attempt has passed. */
export async function lockOverdueRetries(
  trx: Db,
  now: Date,
  limit: number,
  leftOut: readonly string[],
): Promise<DueTransaction[]> {
  const { rows } = await sql<DueRow>`
    SELECT tenant_id, transaction_id, company_id, status, version FROM transactions
    WHERE retry_until <= ${now} AND status IN ('waiting', 'shared')
      AND transaction_id <> ALL (${[...leftOut]}::uuid[])
    ORDER BY retry_until LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(trx);
  return rows.map(toDue);
}

/** A change that ends a transaction of any tenant. */
export type Ending = Pick<
  StatusChange,
  'transactionId' | 'version' | 'event' | 'from' | 'to' | 'actor' | 'reasons' | 'decision'
> & { tenantId: string };

/** Ends locked transactions, each with its history row, in one statement; answers how many. */
export async function updateEnded(trx: Db, endings: readonly Ending[], at: Date): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    WITH ended AS (
      UPDATE transactions t SET status = e."to", version = e.version, finished_at = ${at}, retry_until = NULL,
        has_identity_changed = NULL, decision = e.decision
      FROM json_to_recordset(${JSON.stringify(endings)}::json) AS e ("tenantId" uuid, "transactionId" uuid,
        version integer, event text, "from" text, "to" text, actor text, reasons text[], decision jsonb)
      WHERE t.tenant_id = e."tenantId" AND t.transaction_id = e."transactionId" AND t.status = e."from"
        AND t.version = e.version - 1
      RETURNING t.tenant_id, t.transaction_id, t.version, e.event, e."from", t.status, e.actor, e.reasons
    ), history AS (
      INSERT INTO transaction_history
        (tenant_id, transaction_id, version, event, from_status, to_status, actor, reasons, at)
      SELECT ended.*, ${at}::timestamptz FROM ended
    )
    SELECT count(*)::integer AS ended FROM ended`.execute(trx);
  return rows[0]?.ended ?? 0;
}
