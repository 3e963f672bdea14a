import { insertAuditEntry, type Operator } from '../../audit/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import { endOpenStay, endStayOfSession, type Stay } from './stay-store.ts';

const recordLeave = (operator: Operator, { stayId, tenantId, userId }: Stay): Promise<void> =>
  insertAuditEntry(operator.db, operator, {
    tenantId,
    action: 'operator.leave',
    subject: `tenant/${tenantId}`,
    before: { stay: stayId, operator: `user:${userId}` },
  });

/** Ends the stay of a session, with an entry where it went on; one that was over already leaves none. False where there was none to end. */
export const leaveTenant = (operator: Operator, sessionId: string): Promise<boolean> =>
  inTransaction(operator.db, async (trx) => {
    const now = operator.clock.now();
    const stay = await endStayOfSession(trx, sessionId, now);
    if (!stay || stay.expiresAt <= now) return false;
    await recordLeave({ ...operator, db: trx }, stay);
    return true;
  });

/** Ends a stay of somebody else that goes on, of a tenant where one is given; the operator's next call is refused. */
export const endStay = (operator: Operator, stayId: string, tenantId?: TenantId): Promise<boolean> =>
  inTransaction(operator.db, async (trx) => {
    const stay = await endOpenStay(trx, stayId, operator.clock.now(), tenantId);
    if (!stay) return false;
    await recordLeave({ ...operator, db: trx }, stay);
    return true;
  });
