import type { Generated } from 'kysely';
import type { TenantId } from '../../base/id.ts';

/** Columns of the audit log and its chain. */
export interface AuditTables {
  audit_log: {
    entry_id: string;
    tenant_id: TenantId | null;
    at: Date;
    actor: string;
    action: string;
    subject: string;
    before: unknown;
    after: unknown;
  };
  audit_chain: { position: string; entry_id: string; previous_hash: Buffer; hash: Buffer };
  audit_unsealed: {
    row_id: Generated<string>;
    entry_id: string;
    entry_text: string;
    written_at: Generated<Date>;
  };
}
