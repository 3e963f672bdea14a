import { extentOf, type Permission } from '@titular/contract';
import type { Operator } from '../../audit/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { endReceivers } from '../../receivers/index.ts';
import { withdrawMadeBy } from '../invitations/withdraw.ts';
import type { StoredMembership } from './membership-store.ts';

type Rights = Pick<StoredMembership, 'role' | 'companies' | 'isActive'>;

/** Whether companies are all among others. */
export const coversCompanies = (one: Rights['companies'], other: Rights['companies']): boolean =>
  one === 'all' || (other !== 'all' && other.every((id) => one.includes(id)));

/** Whether somebody who had a permission has it no more, or for fewer companies. */
const loses = (permission: Permission, now: Rights, next: Rights): boolean => {
  const had = (rights: Rights): boolean =>
    rights.isActive && extentOf(rights.role, permission, 'production') !== undefined;
  return had(now) && !(had(next) && coversCompanies(next.companies, now.companies));
};

/**
 * Ends what a member made in a tenant for others and may not make any more: links that nobody took, and the receiver links and sessions.
 * Whoever is dismissed could come back by them.
 */
export async function endGiven(
  inSameCommit: Operator,
  { userId, tenantId, ...now }: StoredMembership,
  next: Rights,
): Promise<void> {
  if (loses('team:manage', now, next)) await withdrawMadeBy(inSameCommit, userId, tenantId);
  if (loses('endpoints:manage', now, next))
    await endReceivers(inSameCommit, { tenantId, madeBy: `user:${userId}` });
}

/** Ends what an account made for others, wherever that was. */
export async function endAllGiven(
  inSameCommit: Operator,
  userId: string,
  tenantIds: readonly TenantId[],
): Promise<void> {
  await withdrawMadeBy(inSameCommit, userId);
  for (const tenantId of tenantIds) await endReceivers(inSameCommit, { tenantId, madeBy: `user:${userId}` });
}
