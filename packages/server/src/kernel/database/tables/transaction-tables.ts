import type { Verdict } from '@titular/contract';
import type { Generated } from 'kysely';
import type { CompanyId, ProcessId, TenantId, TransactionId } from '../../base/id.ts';

/** What every cell of the figures has. */
type HourCell = {
  tenant_id: TenantId;
  company_id: CompanyId;
  created_hour: Date;
  module: string;
  seen: string;
};

/** Columns of the tables of transactions. */
export interface TransactionTables {
  transactions: {
    tenant_id: TenantId;
    transaction_id: TransactionId;
    company_id: CompanyId;
    status: string;
    version: Generated<number>;
    module: string;
    order_number: string;
    identity_key: string;
    identity_hash: Buffer;
    sealed_identity: Buffer;
    card_hash: Buffer;
    sealed_card: Buffer;
    replica_hash: Buffer;
    value: string | null;
    currency: string | null;
    language: string | null;
    theme: string | null;
    erasure_requested_at: Date | null;
    redirect_url: string | null;
    has_identity_changed: boolean | null;
    erased_at: Date | null;
    retry_until: Date | null;
    sealed_redirect_url: Buffer | null;
    reference_process_id: ProcessId | null;
    stated_identity_key: string | null;
    stated_identity_hash: Buffer | null;
    sealed_stated_identity: Buffer | null;
    decision: unknown;
    card_evidence: unknown;
    create_inputs: Generated<unknown>;
    decision_inputs: Generated<unknown>;
    created_at: Date;
    expires_at: Date;
    finished_at: Date | null;
  };
  case_notes: {
    tenant_id: TenantId;
    transaction_id: TransactionId;
    note_id: string;
    author: string;
    verdict: Verdict | null;
    sealed_text: Buffer | null;
    written_at: Date;
    withdrawn_at: Date | null;
  };
  transaction_history: {
    tenant_id: TenantId;
    transaction_id: TransactionId;
    version: number;
    event: string;
    from_status: string | null;
    to_status: string;
    actor: string;
    reasons: Generated<string[]>;
    at: Date;
  };
  figure_progress: {
    tenant_id: TenantId;
    phase: 'clearing' | 'building' | 'ready';
    /** Place of the last event that is counted. */
    position: string;
    /** While building, the last transaction that is counted: from the newest down. */
    built_to: TransactionId;
    /** The moment that the figures tell of, or of the last step that built them. */
    counted_at: Generated<Date>;
    /** Whether transactions under way are not in the figures. */
    is_open_missing: Generated<boolean>;
  };
  transaction_hours: HourCell & { status: string; took: number; attempts: number; reached: number };
  reason_hours: HourCell & { reason: string };
  open_hours: HourCell & { status: string };
}
