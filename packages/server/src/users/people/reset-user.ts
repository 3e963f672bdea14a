import { insertAuditEntry, type Operator } from '../../audit/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { type Db, inTransaction } from '../../kernel/database/connect.ts';
import { deleteAuthenticators } from '../authenticators/authenticator-store.ts';
import { replaceRecoveryCodes } from '../authenticators/recovery-code-store.ts';
import { addInvitation, type NewInvitation } from '../invitations/invite.ts';
import { withdrawResets } from '../invitations/withdraw.ts';
import { listConcernedTenants } from '../memberships/concerned-tenants.ts';
import { listAllMembershipsOf } from '../memberships/membership-store.ts';
import { deleteLinks } from '../provider/link-store.ts';
import { closeSessions } from '../sessions/close-sessions.ts';
import { lockUser, type User } from './user-store.ts';

/**
 * Takes every authenticator, link, recovery code and session of a person away, and gives a link by which they enrol anew. Their roles stay, and
 * nobody chooses a password for them. `tenantId` is the tenant whose admin asked for it; without one, each tenant of the person has an entry.
 * `guard` refuses within the commit.
 */
export function resetUser(
  operator: Operator,
  user: User,
  tenantId?: TenantId,
  guard?: (trx: Db) => Promise<void>,
): Promise<NewInvitation> {
  const { userId, name, isOperator } = user;
  return inTransaction(operator.db, async (trx) => {
    await guard?.(trx);
    // Whoever links, enrols or signs in meanwhile waits, and finds nothing that opens the account.
    await lockUser(trx, userId);
    await deleteAuthenticators(trx, userId);
    await deleteLinks(trx, userId);
    await replaceRecoveryCodes(trx, userId, []);
    const sessions = await closeSessions({ ...operator, db: trx }, userId);
    await withdrawResets({ ...operator, db: trx }, userId);
    const [membership] = await listAllMembershipsOf(trx, userId);
    const role = isOperator ? ('operator' as const) : (membership?.role ?? ('viewer' as const));
    const made = await addInvitation(
      { ...operator, db: trx },
      { kind: 'reset', userId, name, role, tenantId, companies: 'all' },
    );
    const concerned =
      tenantId === undefined ? await listConcernedTenants({ ...operator, db: trx }, userId) : [tenantId];
    for (const one of concerned)
      await insertAuditEntry(trx, operator, {
        tenantId: one,
        action: 'user.reset',
        subject: `user/${userId}`,
        after: { endedSessions: sessions, expiresAt: made.expiresAt },
      });
    return made;
  });
}
