import type { TenantId, TransactionId } from '../../base/id.ts';
import type { SubjectId } from '../subject-ref.ts';
/** Tables of what is kept back: transactions under a legal hold, and identities whose enrolled face is disputed. */
export type HoldTables = {
  legal_holds: {
    tenant_id: TenantId;
    transaction_id: TransactionId;
    subject_id: SubjectId;
    held_at: Date;
    reference: string;
  };
  face_disputes: {
    tenant_id: TenantId;
    identity_hash: Buffer;
    dispute_id: string;
    disputed_at: Date;
  };
};
