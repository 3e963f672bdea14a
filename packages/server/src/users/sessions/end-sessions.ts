import { insertAuditEntry, type Operator } from '../../audit/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import { deleteSessions } from './session-store.ts';

/** Ends all sessions of a person, or one of them; tells how many. The next request of each is refused. */
export function endSessions(
  operator: Operator,
  userId: string,
  { only, tenantId }: { only?: string | undefined; tenantId?: TenantId | undefined } = {},
): Promise<number> {
  return inTransaction(operator.db, async (trx) => {
    const ended = await deleteSessions(trx, userId, only === undefined ? {} : { only });
    if (ended > 0)
      await insertAuditEntry(trx, operator, {
        tenantId,
        action: 'session.end',
        subject: `user/${userId}`,
        before: { sessions: ended },
      });
    return ended;
  });
}
