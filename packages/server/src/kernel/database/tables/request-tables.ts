import type { Generated } from 'kysely';
import type { ProcessId, TenantId, TransactionId } from '../../base/id.ts';
import type { SubjectId } from '../subject-ref.ts';

/** Columns of the tables about requests: answers kept for a repetition, the request log, and what is left of a rate. */
export interface RequestTables {
  idempotency_keys: {
    tenant_id: TenantId;
    key_hash: Buffer;
    request_hash: Buffer;
    meaning_hash: Buffer | null;
    sealed_answer: Buffer | null;
    subject_id: SubjectId | null;
    expires_at: Date;
  };
  api_calls: {
    tenant_id: TenantId;
    call_id: string;
    at: Date;
    account: string;
    operation: string;
    method: string;
    path: string;
    status: number;
    code: string | null;
    duration_ms: number;
    source_address: string;
    transaction_id: TransactionId | null;
    process_id: ProcessId | null;
    order_hash: Buffer | null;
    request: unknown;
    repeated: Generated<number>;
  };
  rate_budgets: { tenant_id: TenantId; budget: string; arrival_at: Date };
}
