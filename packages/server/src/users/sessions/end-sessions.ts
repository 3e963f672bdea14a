import { insertAuditEntry, type Operator } from '../../audit/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import { listConcernedTenants } from '../memberships/concerned-tenants.ts';
import { closeSessions } from './close-sessions.ts';
import { noteEndedElsewhere } from './note-ended-elsewhere.ts';

/**
 * Ends all sessions of a person, or one of them; tells how many. The next request of each is refused. `tenantId` is the tenant whose admin
 * asked for it, and the person's other tenants are told. Without one, each tenant of the person has an entry, unless they did it themselves.
 */
export function endSessions(
  operator: Operator,
  userId: string,
  { only, tenantId }: { only?: string | undefined; tenantId?: TenantId | undefined } = {},
): Promise<number> {
  return inTransaction(operator.db, async (trx) => {
    const inSameCommit = { ...operator, db: trx };
    const ended = await closeSessions(inSameCommit, userId, { only });
    if (ended === 0) return ended;
    const tenants = tenantId === undefined ? await listConcernedTenants(inSameCommit, userId) : [tenantId];
    for (const concerned of tenants)
      await insertAuditEntry(trx, operator, {
        tenantId: concerned,
        action: 'session.end',
        subject: `user/${userId}`,
        before: { sessions: ended },
      });
    if (tenantId !== undefined) await noteEndedElsewhere(inSameCommit, userId, { tenantId, ended });
    return ended;
  });
}
