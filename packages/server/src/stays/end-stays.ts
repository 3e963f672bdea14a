import { insertAuditEntry, type Operator } from '../audit/index.ts';
import type { TenantId } from '../kernel/base/id.ts';
import { inTransaction } from '../kernel/database/connect.ts';
import { type Ending, endOpenStays, type Stay } from './stay-store.ts';

const recordLeave = (operator: Operator, { stayId, tenantId, userId }: Stay): Promise<void> =>
  insertAuditEntry(operator.db, operator, {
    tenantId,
    action: 'operator.leave',
    subject: `tenant/${tenantId}`,
    before: { stay: stayId, operator: `user:${userId}` },
  });

/** Ends stays for good, each that goes on with an entry in its tenant's log; tells how many went on. */
export const endStays = (operator: Operator, which: Ending): Promise<number> =>
  inTransaction(operator.db, async (trx) => {
    const now = operator.clock.now();
    const stays = (await endOpenStays(trx, which, now)).filter(({ expiresAt }) => expiresAt > now);
    for (const stay of stays) await recordLeave({ ...operator, db: trx }, stay);
    return stays.length;
  });

/** Ends the stay of a session; false where none goes on. */
export const leaveTenant = async (operator: Operator, sessionId: string): Promise<boolean> =>
  (await endStays(operator, { sessionIds: [sessionId] })) > 0;

/** Ends a stay of somebody else that goes on, of a tenant where one is given; the operator's next call is refused. */
export const endStay = async (operator: Operator, stayId: string, tenantId?: TenantId): Promise<boolean> =>
  (await endStays(operator, { stayId, tenantId })) > 0;
