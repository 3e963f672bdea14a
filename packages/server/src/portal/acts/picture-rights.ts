import { extentOf, type PortalRole } from '@titular/contract';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { lockTwoPerson } from '../../two-person/index.ts';
import { coversCompanies, hasOpenReset, type MemberChange, wasResetSince } from '../../users/index.ts';

/** Seconds for which an account that was reset gets no right to pictures, so that its owner can tell of it. */
const SETTLED_SECONDS = 86_400;

/** Whether a role views pictures, in any environment. */
const viewsPictures = (role: PortalRole): boolean =>
  extentOf(role, 'pictures:view', 'production') !== undefined;

const mayView = ({ isActive, role }: MemberChange): boolean => isActive && viewsPictures(role);

/** Whether a member who was one thing and is to be another views pictures that they did not. */
export const givesPictures = (now: MemberChange, next: MemberChange): boolean =>
  mayView(next) && !(mayView(now) && coversCompanies(now.companies, next.companies));

/** Refuses with 40377 to give a right to pictures alone where it takes two. */
export const refuseAlone =
  (tenantId: TenantId) =>
  async (trx: Db, now: MemberChange, next: MemberChange): Promise<void> => {
    if (givesPictures(now, next) && (await lockTwoPerson(trx, tenantId))) throw new Refusal('40377');
  };

/** Refuses with 40378 a link with a right to pictures where giving one takes two: whoever makes a link could take it. */
export async function refuseLink(trx: Db, tenantId: TenantId, role: PortalRole | undefined): Promise<void> {
  if (role !== undefined && viewsPictures(role) && (await lockTwoPerson(trx, tenantId)))
    throw new Refusal('40378');
}

/**
 * Refuses with 40379 a right to pictures for an account in other hands: somebody has a link of it, or reset it less than a day before the proposal.
 * The caller holds the memberships of the tenant, for which a reset by its admins waits.
 */
export async function refuseTakenAccount(
  trx: Db,
  userId: string,
  { proposedAt, now }: { proposedAt: Date; now: Date },
): Promise<void> {
  const since = addSeconds(proposedAt, -SETTLED_SECONDS);
  if ((await hasOpenReset(trx, userId, now)) || (await wasResetSince(trx, userId, since)))
    throw new Refusal('40379');
}
