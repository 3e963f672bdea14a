import { addSeconds, type Clock } from '../../kernel/base/clock.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { lockUser, type User } from '../people/user-store.ts';
import { FRESH_SECONDS } from '../sessions/session.ts';
import type { UserDeps } from '../user-deps.ts';
import { findLink, updateLinkUse } from './link-store.ts';
import { ProviderFault } from './provider-fault.ts';
import type { Returned } from './visit-provider.ts';

/** Somebody whom the provider vouches for, and when it last saw them authenticate. */
export type ProvenIdentity = { user: User; authenticatedAt: Date };

/** When the person was last seen to authenticate. Where the provider says no time, it was too long ago for a dangerous act. */
export const lastAuthentication = (
  clock: Clock,
  { authenticatedAt }: Pick<Returned, 'authenticatedAt'>,
): Date => authenticatedAt ?? addSeconds(clock.now(), -(FRESH_SECONDS + 1));

/**
 * The account that an identity is linked to, by issuer and subject alone, locked until the end of the caller's database transaction;
 * `onlyUserId` is whose it has to be. An operator's account is opened by no provider, not even a session that is open already.
 */
export async function proveIdentity(
  { db, clock }: Pick<UserDeps, 'clock'> & { db: Db },
  returned: Returned,
  onlyUserId?: string,
): Promise<ProvenIdentity> {
  const { issuer, subject } = returned;
  const link = await findLink(db, issuer, subject);
  if (onlyUserId !== undefined && link?.userId !== onlyUserId) throw new ProviderFault('another-identity');
  if (!link) throw new ProviderFault('unlinked');
  const user = await lockUser(db, link.userId);
  // A reset that was waited for has removed it.
  if ((await findLink(db, issuer, subject))?.linkId !== link.linkId) throw new ProviderFault('unlinked');
  if (!user?.isActive) throw new ProviderFault('switched-off');
  if (user.isOperator) throw new ProviderFault('operator');
  await updateLinkUse(db, link.linkId, clock.now());
  return { user, authenticatedAt: lastAuthentication(clock, returned) };
}
