import type { PortalSession } from '@titular/contract';
import { addSeconds } from '../../kernel/base/clock.ts';
import { digest } from '../../kernel/base/secret.ts';
import {
  countUsableLinks,
  csrfTokenOf,
  describeMemberships,
  FRESH_SECONDS,
  findSession,
  IDLE_SECONDS,
  isLocked,
  listAuthenticators,
} from '../../users/index.ts';
import type { PortalDeps } from '../portal-deps.ts';

/** A session as its page sees it; undefined where it has ended meanwhile. */
export async function describeSession(
  { db, clock, environment, users }: PortalDeps,
  secret: string,
): Promise<PortalSession | undefined> {
  const now = clock.now();
  const session = await findSession(db, digest(secret), now);
  if (!session) return undefined;
  const { userId, name, isOperator, mustEnrol, expiresAt, authenticatedAt } = session;
  const kinds = (await listAuthenticators(db, userId)).map(({ kind }) => kind);
  return {
    ...{ userId, name, isOperator, mustEnrol, environment },
    memberships: await describeMemberships(db, userId, environment),
    csrf: csrfTokenOf(secret),
    idleSeconds: IDLE_SECONDS,
    expiresAt: expiresAt.toISOString(),
    freshUntil: addSeconds(authenticatedAt, FRESH_SECONDS).toISOString(),
    isLocked: isLocked(session, now),
    factors: {
      hasPasskey: kinds.includes('passkey'),
      hasPassword: kinds.includes('password'),
      ...(users.provider && (await countUsableLinks(db, users, session)) > 0
        ? { provider: users.provider.name }
        : {}),
    },
  };
}
