import { insertAuditEntry } from '../../audit/index.ts';
import { newId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { lockAuthenticators } from '../authenticators/authenticator-store.ts';
import { lockUser, type User } from '../people/user-store.ts';
import { isSessionOpen, type UserSession } from '../sessions/session-store.ts';
import type { UserDeps } from '../user-deps.ts';
import { deleteLinks, insertLink, listLinks } from './link-store.ts';
import type { Returned } from './visit-provider.ts';

/** Keeps that an identity opens an account, in the caller's database transaction; one that either has is 40067. */
export async function keepLink(
  db: Db,
  { clock }: Pick<UserDeps, 'clock'>,
  userId: string,
  { issuer, subject }: Pick<Returned, 'issuer' | 'subject'>,
): Promise<void> {
  const at = clock.now();
  const link = { linkId: newId(at.getTime()), userId, issuer, subject, at };
  if (!(await insertLink(db, link))) throw new Refusal('40067');
}

/** Links an identity to the account of who is signed in; 40340 where their session ended while the provider was asked. */
export async function linkIdentity(
  deps: UserDeps,
  session: Pick<UserSession, 'sessionId' | 'userId'>,
  returned: Returned,
): Promise<void> {
  const { userId } = session;
  await deps.db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, userId);
    if (!user?.isActive || !(await isSessionOpen(trx, session, deps.clock.now()))) throw new Refusal('40340');
    if (user.isOperator) throw new Refusal('40372');
    await keepLink(trx, deps, userId, returned);
    await insertAuditEntry(
      trx,
      { clock: deps.clock, actor: `user:${userId}` },
      {
        tenantId: undefined,
        action: 'authenticator.create',
        subject: `user/${userId}`,
        after: { kind: 'provider' },
      },
    );
  });
}

/** What somebody signs in with, as far as it works now. */
type Ways = { local: number; links: number };

/** Whether a person can sign in afterwards. */
export const canStillSignIn = ({ local, links }: Ways): boolean => local > 0 || links > 0;

/** Links of a person that open their account now: to the provider that is configured, and never an operator's. */
export async function countUsableLinks(
  db: Db,
  { provider }: Pick<UserDeps, 'provider'>,
  { userId, isOperator }: Pick<User, 'userId' | 'isOperator'>,
): Promise<number> {
  if (!provider || isOperator) return 0;
  return (await listLinks(db, userId)).filter(({ issuer }) => issuer === provider.issuer).length;
}

/** Removes a link of a person, but never the last way to sign in; false where they have no such link. */
export async function removeLink(
  db: Db,
  { clock, provider }: Pick<UserDeps, 'clock' | 'provider'>,
  person: Pick<User, 'userId' | 'isOperator'>,
  linkId: string,
): Promise<boolean> {
  const { userId } = person;
  const local = await lockAuthenticators(db, userId);
  const link = (await listLinks(db, userId)).find((one) => one.linkId === linkId);
  if (!link) return false;
  // A link to a former provider opens nothing, so what is left without it is what was there.
  const usable = await countUsableLinks(db, { provider }, person);
  const links = link.issuer === provider?.issuer ? 0 : usable;
  if (!canStillSignIn({ local: local.length, links })) throw new Refusal('40074');
  await deleteLinks(db, userId, linkId);
  await insertAuditEntry(
    db,
    { clock, actor: `user:${userId}` },
    {
      tenantId: undefined,
      action: 'authenticator.delete',
      subject: `user/${userId}`,
      before: { kind: 'provider' },
    },
  );
  return true;
}
