import { insertAuditEntry, type Operator } from '../../audit/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import { deleteInvitation } from './invitation-store.ts';

/** Withdraws an invitation, of a tenant where one is given; false where there is none. */
export function withdrawInvitation(
  operator: Operator,
  invitationId: string,
  tenantId?: TenantId,
): Promise<boolean> {
  return inTransaction(operator.db, async (trx) => {
    const withdrawn = await deleteInvitation(trx, invitationId, tenantId);
    if (!withdrawn) return false;
    await insertAuditEntry(trx, operator, {
      tenantId: withdrawn.tenantId,
      action: 'user.withdraw',
      subject: `invitation/${invitationId}`,
      before: { kind: withdrawn.kind, role: withdrawn.role },
    });
    return true;
  });
}
