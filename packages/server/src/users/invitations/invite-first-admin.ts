import { insertAuditEntry, type Operator } from '../../audit/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import { lockAdminInvitations, readAdmins } from './first-admin-store.ts';
import { deleteInvitation } from './invitation-store.ts';
import { addInvitation, lockOperators, type NewInvitation } from './invite.ts';

/**
 * Invites somebody as admin of all companies of a tenant, while no admin of it can sign in. A new link ends those before it. Whoever takes a
 * link at the same time is waited for, and then there is an admin.
 */
export const inviteFirstAdmin = (
  operator: Operator,
  tenantId: TenantId,
): Promise<NewInvitation | 'unknown' | 'has-admin'> =>
  inTransaction(operator.db, async (trx) => {
    const inSameCommit = { ...operator, db: trx };
    await lockOperators(trx);
    const earlier = await lockAdminInvitations(trx, tenantId);
    const admins = await readAdmins(trx, tenantId);
    if (admins === undefined) return 'unknown';
    if (admins > 0) return 'has-admin';
    for (const invitationId of earlier) await deleteInvitation(trx, invitationId, tenantId);
    const made = await addInvitation(inSameCommit, {
      ...{ kind: 'member' as const, tenantId, role: 'admin' as const, companies: 'all' as const },
      ...{ name: undefined, userId: undefined },
    });
    await insertAuditEntry(trx, operator, {
      tenantId,
      action: 'user.invite',
      subject: `invitation/${made.invitationId}`,
      after: { role: 'admin', companies: 'all', expiresAt: made.expiresAt },
    });
    return made;
  });
