import type { TransactionStatus } from '@titular/contract';
import { sql } from 'kysely';
import { unpackCreateInputs, unpackDecisionInputs } from '../decision/index.ts';
import type { CompanyId, TenantId, TransactionId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { KeptInputs } from './replay-end.ts';

/** A transaction as it ended, with all that deciding it again needs. */
export type KeptEnd = {
  transactionId: TransactionId;
  status: TransactionStatus;
  /** It ended before the days that are counted were over. */
  isEnded: boolean;
  isErased: boolean;
  /** The engine of the decision; `sandbox` for none, undefined where nothing was decided. */
  engineVersion: string | undefined;
  reasons: readonly string[];
  inputs: KeptInputs;
};

/** The transactions of a company between two ids. */
export type EndScope = { tenantId: TenantId; companyId: CompanyId; fromId: string; endedBefore: Date };

type Row = {
  transaction_id: TransactionId;
  status: TransactionStatus;
  is_ended: boolean;
  is_erased: boolean;
  engine_version: string | null;
  reasons: string[] | null;
  create_inputs: unknown;
  decision_inputs: unknown;
};

const toEnd = (row: Row): KeptEnd => ({
  transactionId: row.transaction_id,
  status: row.status,
  isEnded: row.is_ended,
  isErased: row.is_erased,
  engineVersion: row.engine_version ?? undefined,
  reasons: row.reasons ?? [],
  inputs: {
    create: row.create_inputs ? unpackCreateInputs(row.create_inputs) : undefined,
    decision: row.decision_inputs ? unpackDecisionInputs(row.decision_inputs) : undefined,
  },
});

/** The next transactions before an id, newest first. Reasons of a create stand in its history alone. */
export async function listKeptEnds(
  db: Db,
  { tenantId, companyId, fromId, endedBefore }: EndScope,
  beforeId: string,
  limit: number,
): Promise<KeptEnd[]> {
  const { rows } = await sql<Row>`
    SELECT transaction_id, status, coalesce(finished_at < ${endedBefore}, false) AS is_ended,
      erased_at IS NOT NULL AS is_erased, decision ->> 'engineVersion' AS engine_version,
      CASE WHEN status = 'fast-inconclusive'
        THEN (SELECT to_jsonb(h.reasons) FROM transaction_history h
          WHERE h.tenant_id = t.tenant_id AND h.transaction_id = t.transaction_id AND h.version = 1)
        ELSE decision -> 'reasons' END AS reasons, create_inputs, decision_inputs
    FROM transactions t
    WHERE (tenant_id, company_id, transaction_id) >= (${tenantId}, ${companyId}, ${fromId})
      AND (tenant_id, company_id, transaction_id) < (${tenantId}, ${companyId}, ${beforeId})
    ORDER BY tenant_id DESC, company_id DESC, transaction_id DESC LIMIT ${limit}`.execute(db);
  return rows.map(toEnd);
}
