import type { AuthenticationResult, LivenessResult } from '@titular/contract';
import type { Generated } from 'kysely';
import type { CompanyId, ProcessId, TenantId, TransactionId } from '../../base/id.ts';

/** Columns of the tables of processes. */
export interface ProcessTables {
  processes: {
    tenant_id: TenantId;
    process_id: ProcessId;
    company_id: CompanyId;
    platform: Generated<'built-in' | 'external'>;
    status: string;
    version: Generated<number>;
    purpose: string;
    client_reference: string | null;
    identity_key: string;
    identity_hash: Buffer;
    sealed_identity: Buffer;
    sealed_name: Buffer | null;
    sealed_callback_uri: Buffer | null;
    liveness: Generated<LivenessResult>;
    authentication: Generated<AuthenticationResult>;
    decision: unknown;
    language: string | null;
    theme: string | null;
    erasure_requested_at: Date | null;
    created_at: Date;
    expires_at: Date;
    retry_until: Date | null;
    finished_at: Date | null;
    erased_at: Date | null;
  };
  process_history: {
    tenant_id: TenantId;
    process_id: ProcessId;
    version: number;
    event: string;
    from_status: string | null;
    to_status: string;
    actor: string;
    reasons: Generated<string[]>;
    transaction_id: TransactionId | null;
    at: Date;
  };
  platform_events: {
    tenant_id: TenantId;
    event_id: string;
    process_id: ProcessId;
    received_at: Date;
  };
}
