import { insertAuditEntry, type Operator } from '../../audit/index.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import { listConcernedTenants } from '../memberships/concerned-tenants.ts';
import { endAllGiven } from '../memberships/end-given.ts';
import { lockMembershipsOf } from '../memberships/membership-store.ts';
import { closeSessions } from '../sessions/close-sessions.ts';
import { lockOperators } from './lock-operators-store.ts';
import { updateUserActive } from './user-store.ts';

/** How a switch went; `last-operator` where the deployment would have no active operator left. */
export type SwitchOutcome = 'changed' | 'same' | 'last-operator';

/**
 * Lets a person sign in, or not: their sessions end with it, and the links that they made. Each tenant of theirs has an entry. With
 * `keepsOperator` one active operator stays, also where two lock each other at once.
 */
export function switchUser(
  operator: Operator,
  userId: string,
  active: boolean,
  { keepsOperator = false }: { keepsOperator?: boolean } = {},
): Promise<SwitchOutcome> {
  return inTransaction(operator.db, async (trx) => {
    const inSameCommit = { ...operator, db: trx };
    if (keepsOperator && !active) {
      const operators = await lockOperators(trx);
      if (operators.length === 1 && operators[0] === userId) return 'last-operator';
    }
    // An invitation that the account makes now is seen below, or waits and is refused.
    if (!active) await lockMembershipsOf(trx, userId);
    if (!(await updateUserActive(trx, userId, active))) return 'same';
    const concerned = await listConcernedTenants(inSameCommit, userId);
    if (!active) {
      await closeSessions(inSameCommit, userId);
      await endAllGiven(
        inSameCommit,
        userId,
        concerned.flatMap((tenantId) => tenantId ?? []),
      );
    }
    for (const tenantId of concerned)
      await insertAuditEntry(trx, operator, {
        tenantId,
        action: active ? 'user.enable' : 'user.disable',
        subject: `user/${userId}`,
        before: { active: !active },
        after: { active },
      });
    return 'changed';
  });
}
