import { insertAuditEntry, type Operator } from '../../audit/index.ts';
import { addSeconds } from '../../kernel/base/clock.ts';
import { newId, type TenantId } from '../../kernel/base/id.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import { insertStay, leaveTenant, type Stay } from '../../stays/index.ts';
import { findMembership } from '../memberships/membership-store.ts';
import { lockEntry, lockSession } from './enterable-store.ts';

/** Seconds for which an operator stays in a tenant. */
export const STAY_SECONDS = 3_600;

/** Who enters: an operator, by one of their sessions. */
export type Entrant = { userId: string; sessionId: string };

/** Why a tenant is not entered: there is none, it is off or refuses operators, one is its member, or the session has ended. */
export type EntryRefusal = 'unknown' | 'off' | 'refused' | 'member' | 'ended';

/** Lets an operator into a tenant for an hour, at most until their session is over. Its audit log has an entry; a stay of the session elsewhere ends. */
export const enterTenant = (
  operator: Operator,
  { userId, sessionId }: Entrant,
  tenantId: TenantId,
  reason: string,
): Promise<Stay | EntryRefusal> =>
  inTransaction(operator.db, async (trx) => {
    const inSameCommit = { ...operator, db: trx };
    const session = await lockSession(trx, sessionId);
    if (!session) return 'ended';
    const entry = await lockEntry(trx, tenantId);
    if (!entry) return 'unknown';
    if (!entry.isOn) return 'off';
    if (await findMembership(trx, tenantId, userId)) return 'member';
    if (!entry.isAllowed) return 'refused';
    await leaveTenant(inSameCommit, sessionId);
    const enteredAt = operator.clock.now();
    const hourLater = addSeconds(enteredAt, STAY_SECONDS);
    const expiresAt = session.expiresAt < hourLater ? session.expiresAt : hourLater;
    const stay = { stayId: newId(enteredAt.getTime()), tenantId, userId, reason, enteredAt, expiresAt };
    await insertStay(trx, { ...stay, sessionId });
    await insertAuditEntry(trx, operator, {
      tenantId,
      action: 'operator.enter',
      subject: `tenant/${tenantId}`,
      after: { stay: stay.stayId, reason, until: expiresAt },
    });
    return stay;
  });
