import { insertAuditEntry, type Operator } from '../../audit/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import { deleteInvitation, deleteMadeBy, deleteResets, type Invitation } from './invitation-store.ts';

/** Writes that a link was ended before anybody took it, in the log of the tenant that it led to. */
const noteWithdrawn = (
  operator: Operator,
  { invitationId, tenantId, kind, role }: Invitation,
): Promise<void> =>
  insertAuditEntry(operator.db, operator, {
    tenantId,
    action: 'user.withdraw',
    subject: `invitation/${invitationId}`,
    before: { kind, role },
  });

/** Withdraws an invitation, of a tenant where one is given; false where there is none. */
export function withdrawInvitation(
  operator: Operator,
  invitationId: string,
  tenantId?: TenantId,
): Promise<boolean> {
  return inTransaction(operator.db, async (trx) => {
    const withdrawn = await deleteInvitation(trx, invitationId, tenantId);
    if (!withdrawn) return false;
    await noteWithdrawn({ ...operator, db: trx }, withdrawn);
    return true;
  });
}

/** Writes the ends of links that could still be taken; those that were over ended by themselves. */
async function noteOpen(operator: Operator, deleted: readonly Invitation[]): Promise<void> {
  const now = operator.clock.now();
  for (const one of deleted) if (one.expiresAt > now) await noteWithdrawn(operator, one);
}

/** Withdraws the links that a person made and nobody took, of one tenant where one is given, in the caller's commit; `db` is that transaction. */
export async function withdrawMadeBy(
  inSameCommit: Operator,
  userId: string,
  tenantId?: TenantId,
): Promise<void> {
  await noteOpen(inSameCommit, await deleteMadeBy(inSameCommit.db, `user:${userId}`, tenantId));
}

/** Withdraws the links by which a person could enrol anew, in the caller's commit. */
export async function withdrawResets(inSameCommit: Operator, userId: string): Promise<void> {
  await noteOpen(inSameCommit, await deleteResets(inSameCommit.db, userId));
}
