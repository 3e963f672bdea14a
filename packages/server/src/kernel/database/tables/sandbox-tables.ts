import type { Generated } from 'kysely';
import type { TenantId } from '../../base/id.ts';
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
  sandbox_refused_calls: { tenant_id: TenantId; fingerprint: Buffer; refused_at: Date };
}
