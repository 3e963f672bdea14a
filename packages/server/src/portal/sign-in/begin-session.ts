import { invariant } from '../../kernel/base/invariant.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { digest } from '../../kernel/base/secret.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import { portalCookie, readPortalCookie, SESSION_PREFIX } from '../../kernel/http/portal/portal-cookie.ts';
import type { RouteReply, RouteRequest } from '../../kernel/http/route.ts';
import {
  closeSessions,
  describeBrowser,
  findSession,
  lockUser,
  openSession,
  type Proven,
  SESSION_SECONDS,
  type SignInWay,
} from '../../users/index.ts';
import type { PortalDeps } from '../portal-deps.ts';
import { describeSession } from './describe-session.ts';

type Headers = RouteRequest['headers'];

/** Ends the session that a browser had before: whoever set its cookie has nothing of what begins now. */
export async function endFormerSession({ db, clock, url }: PortalDeps, headers: Headers): Promise<void> {
  const former = readPortalCookie(url, headers['cookie']);
  const session = former && (await findSession(db, digest(former), clock.now()));
  if (!session) return;
  const { userId, sessionId: only } = session;
  await inTransaction(db, (trx) =>
    closeSessions({ db: trx, clock, actor: `user:${userId}` }, userId, { only }),
  );
}

/** The answer of a session whose secret is new, with its cookie. */
export async function sessionReply(deps: PortalDeps, secret: string): Promise<RouteReply> {
  const body = await describeSession(deps, secret);
  invariant(body, 'a session that has just begun is there');
  const headers = { 'set-cookie': portalCookie(deps.url, secret, SESSION_SECONDS) };
  return { status: 200, body, headers };
}

/** Opens a session for somebody who has proven who they are; 40345 where a reset or a switch came between. */
export async function beginSession(
  deps: PortalDeps,
  { user, holds }: Proven,
  way: SignInWay,
  headers: Headers,
): Promise<RouteReply> {
  await endFormerSession(deps, headers);
  const browser = describeBrowser(headers['user-agent']);
  const { secret } = await deps.db.transaction().execute(async (trx) => {
    const now = await lockUser(trx, user.userId);
    if (!now?.isActive || !(await holds(trx))) throw new Refusal('40345');
    return openSession(trx, deps.clock, { user: now, way, browser, prefix: SESSION_PREFIX });
  });
  return sessionReply(deps, secret);
}
