import { insertAuditEntry, type Operator } from '../../audit/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import { hadMembers, lockFirstAdminInvitations, lockTenant } from './first-admin-store.ts';
import { addInvitation, lockOperators, type NewInvitation } from './invite.ts';
import { withdrawInvitation } from './withdraw.ts';

/**
 * Invites somebody as admin of all companies of a tenant that is on and never had a member. A new link withdraws those before it. Links are
 * locked before the tenant, as whoever takes one locks them.
 */
export const inviteFirstAdmin = (
  operator: Operator,
  tenantId: TenantId,
): Promise<NewInvitation | 'unknown' | 'not-first'> =>
  inTransaction(operator.db, async (trx) => {
    const inSameCommit = { ...operator, db: trx };
    await lockOperators(trx);
    const earlier = await lockFirstAdminInvitations(trx, tenantId);
    const isOn = await lockTenant(trx, tenantId);
    if (isOn === undefined) return 'unknown';
    if (!isOn || (await hadMembers(trx, tenantId))) return 'not-first';
    for (const invitationId of earlier) await withdrawInvitation(inSameCommit, invitationId, tenantId);
    const made = await addInvitation(inSameCommit, {
      ...{ kind: 'member' as const, tenantId, role: 'admin' as const, companies: 'all' as const },
      ...{ name: undefined, userId: undefined, isFirstAdmin: true },
    });
    await insertAuditEntry(trx, operator, {
      tenantId,
      action: 'user.invite',
      subject: `invitation/${made.invitationId}`,
      after: { role: 'admin', companies: 'all', expiresAt: made.expiresAt },
    });
    return made;
  });
