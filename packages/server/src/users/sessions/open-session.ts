import { insertAuditEntry } from '../../audit/index.ts';
import { addSeconds, type Clock } from '../../kernel/base/clock.ts';
import { newId } from '../../kernel/base/id.ts';
import { digest, newSecret } from '../../kernel/base/secret.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { noteSignIn, type User } from '../people/user-store.ts';
import { MAX_SESSIONS, SESSION_SECONDS } from './session.ts';
import { deleteOldestSessions, deleteSessions, insertSession } from './session-store.ts';

/** How somebody proved who they are. */
export type SignInWay = 'passkey' | 'password' | 'recovery-code' | 'invitation' | 'provider';

/** A session that begins: its secret is the cookie. */
export type NewSession = {
  user: Pick<User, 'userId' | 'name' | 'isOperator'>;
  way: SignInWay;
  browser: string;
  prefix: string;
  /** When the person was last seen to authenticate, where that was not now. */
  authenticatedAt?: Date | undefined;
};

/** Opens a session with a secret of its own, in the database transaction of the caller. A recovery code ends every other one; of more than five the oldest ends. */
export async function openSession(
  db: Db,
  clock: Clock,
  { user, way, browser, prefix, authenticatedAt }: NewSession,
): Promise<{ sessionId: string; secret: string }> {
  const now = clock.now();
  const secret = newSecret(prefix);
  const sessionId = newId(now.getTime());
  const mustEnrol = way === 'recovery-code';
  if (mustEnrol) await deleteSessions(db, user.userId);
  await insertSession(db, {
    ...{ sessionId, userId: user.userId, browser, mustEnrol, secretHash: digest(secret) },
    ...{ createdAt: now, lastSeenAt: now, authenticatedAt: authenticatedAt ?? now },
    expiresAt: addSeconds(now, SESSION_SECONDS),
  });
  await deleteOldestSessions(db, user.userId, MAX_SESSIONS);
  await noteSignIn(db, user.userId, now);
  await insertAuditEntry(
    db,
    { clock, actor: `user:${user.userId}` },
    { tenantId: undefined, action: 'user.sign-in', subject: `user/${user.userId}`, after: { way } },
  );
  return { sessionId, secret };
}
