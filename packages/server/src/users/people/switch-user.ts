import { insertAuditEntry, type Operator } from '../../audit/index.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import { deleteSessions } from '../sessions/session-store.ts';
import { updateUserActive } from './user-store.ts';

/** Lets a person sign in, or not: their sessions end with it. False where that was so already. */
export function switchUser(operator: Operator, userId: string, active: boolean): Promise<boolean> {
  return inTransaction(operator.db, async (trx) => {
    if (!(await updateUserActive(trx, userId, active))) return false;
    if (!active) await deleteSessions(trx, userId);
    await insertAuditEntry(trx, operator, {
      tenantId: undefined,
      action: active ? 'user.enable' : 'user.disable',
      subject: `user/${userId}`,
      before: { active: !active },
      after: { active },
    });
    return true;
  });
}
