import type { TenantRole } from '@titular/contract';
import { insertAuditEntry, type Operator } from '../../audit/index.ts';
import type { CompanyId, TenantId } from '../../kernel/base/id.ts';
import { type Db, inTransaction } from '../../kernel/database/connect.ts';
import { closeSessions } from '../sessions/close-sessions.ts';
import { noteEndedElsewhere } from '../sessions/note-ended-elsewhere.ts';
import { endGiven } from './end-given.ts';
import { type LockedMembership, lockMemberships, upsertMembership } from './membership-store.ts';
import { requireManager } from './require-manager.ts';

/** What a member is to be. */
export type MemberChange = { role: TenantRole; companies: 'all' | readonly CompanyId[]; isActive: boolean };

/** How a change went; `last-admin` where the tenant would have nobody left to manage it. */
export type MemberChangeOutcome = 'changed' | 'same' | 'unknown' | 'last-admin';

/** Refuses a change of a member within its commit. */
export type MemberGuard = (trx: Db, now: MemberChange, next: MemberChange) => Promise<void>;

/** Whether somebody manages all of a tenant: an admin of all companies. */
const isWholeAdmin = ({ role, companies, isActive }: MemberChange): boolean =>
  role === 'admin' && companies === 'all' && isActive;

const describe = ({ role, companies, isActive }: MemberChange): MemberChange => ({
  role,
  companies: companies === 'all' ? companies : companies.toSorted(),
  isActive,
});

/** Whether two descriptions of a member are the same, whatever the order of the companies. */
export const isSameMember = (one: MemberChange, other: MemberChange): boolean =>
  JSON.stringify(describe(one)) === JSON.stringify(describe(other));

/** Whether an admin of all companies who can sign in is left besides this person, or is not missed. */
const keepsAdmin = (all: readonly LockedMembership[], now: LockedMembership, next: MemberChange): boolean =>
  !(isWholeAdmin(now) && now.isOn) ||
  isWholeAdmin(next) ||
  all.some((one) => one.userId !== now.userId && isWholeAdmin(one) && one.isOn);

/**
 * Changes what a person is in a tenant, and ends their sessions: the next sign-in has the new rights. Links that they may make no more end
 * too. With `mayJoin` somebody who is no member becomes one. `guard` refuses a change within its commit, by what the member is then; an
 * account that may not make it any more is refused as well. Changes of one tenant happen one after the other.
 */
export function changeMember(
  operator: Operator,
  tenantId: TenantId,
  userId: string,
  next: MemberChange,
  { mayJoin = false, guard }: { mayJoin?: boolean; guard?: MemberGuard } = {},
): Promise<MemberChangeOutcome> {
  return inTransaction(operator.db, async (trx) => {
    const all = await lockMemberships(trx, tenantId);
    const now = all.find((one) => one.userId === userId);
    requireManager(operator, all, now, next);
    if (!now && !mayJoin) return 'unknown';
    if (now) await guard?.(trx, now, next);
    if (now && isSameMember(now, next)) return 'same';
    if (now && !keepsAdmin(all, now, next)) return 'last-admin';
    if (now) await endGiven({ ...operator, db: trx }, now, next);
    await upsertMembership(trx, { userId, tenantId, ...next }, operator.clock.now());
    const ended = await closeSessions({ ...operator, db: trx }, userId);
    await noteEndedElsewhere({ ...operator, db: trx }, userId, { tenantId, ended });
    await insertAuditEntry(trx, operator, {
      tenantId,
      action: 'user.set',
      subject: `user/${userId}`,
      ...(now ? { before: describe(now) } : {}),
      after: describe(next),
    });
    return 'changed';
  });
}
