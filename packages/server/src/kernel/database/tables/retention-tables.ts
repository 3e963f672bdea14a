import type { Generated } from 'kysely';
import type { AttemptId, CompanyId, TenantId } from '../../base/id.ts';
import type { SubjectId, SubjectKind } from '../subject-ref.ts';

/** Columns of the tables of erasures, and of those by which clean-up finds its work and keeps how far it came. */
export interface RetentionTables {
  erasures: {
    tenant_id: TenantId;
    erasure_id: string;
    at: Date;
    reference: string | null;
    counts: unknown;
    receipt: string;
  };
  erasure_proposals: {
    tenant_id: TenantId;
    proposal_id: string;
    proposed_by: string;
    proposed_at: Date;
    expires_at: Date;
    identity_hash: Buffer;
    sealed_identity: Buffer;
    reference: string | null;
  };
  erasure_sweeps: {
    only_row: Generated<boolean>;
    covered_until: Date;
    next_at: Date;
    tables_left: string[];
    log_target: string | null;
  };
  subject_traces: {
    tenant_id: TenantId;
    subject_id: SubjectId;
    traceparent: string;
    created_at: Date;
  };
  capture_dues: {
    tenant_id: TenantId;
    subject_kind: SubjectKind;
    subject_id: SubjectId;
    company_id: CompanyId;
    finished_at: Date;
  };
  capture_due_backfill: {
    only_row: Generated<boolean>;
    after_tenant_id: Generated<string>;
    after_attempt_id: Generated<AttemptId>;
    begun_at: Generated<Date>;
  };
}
