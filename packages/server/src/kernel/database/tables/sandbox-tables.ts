import type { ColumnType, Generated } from 'kysely';
import type { CompanyId, EndpointId, TenantId, TransactionId } from '../../base/id.ts';
import type { SubjectId, SubjectKind } from '../subject-ref.ts';

/** Columns of the tables of the sandbox. */
export interface SandboxTables {
  sandbox_runs: {
    tenant_id: TenantId;
    subject_kind: SubjectKind;
    subject_id: SubjectId;
    scenario: string;
    next_step: Generated<number>;
    started_at: Date;
    due_at: Date | null;
  };
  receiver_examinations: {
    tenant_id: TenantId;
    endpoint_id: EndpointId;
    started_at: Date;
    progressed_at: Date;
    finished_at: Date | null;
    ended: string | null;
    rests_until: Date | null;
    target: ColumnType<unknown, string | undefined, string>;
    results: ColumnType<unknown, string | undefined, string>;
  };
  sandbox_fills: {
    tenant_id: TenantId;
    phase: 'filling' | 'filled' | 'clearing';
    seed: string;
    begun_at: Date;
    company_ids: CompanyId[];
    total: number;
    made: Generated<number>;
    removed: Generated<number>;
    task_transaction_id: Generated<TransactionId | null>;
  };
  sandbox_refused_calls: { tenant_id: TenantId; fingerprint: Buffer; refused_at: Date };
}
