import { Refusal } from '../../kernel/base/refusal.ts';
import { digest, newSecret } from '../../kernel/base/secret.ts';
import { readPortalCookie, SESSION_PREFIX } from '../../kernel/http/portal/portal-cookie.ts';
import { definePortalRoute } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';
import {
  acceptByProvider,
  beginVisit,
  describeBrowser,
  endVisit,
  findLinking,
  hasAnybody,
  linkIdentity,
  proveIdentity,
  readInvitation,
  renewSession,
} from '../../users/index.ts';
import { describeAccount } from '../me/describe-account.ts';
import type { PortalDeps } from '../portal-deps.ts';
import { beginSession, endFormerSession, sessionReply } from './begin-session.ts';
import { holderOfSession, holderOfVisit, newVisitHolder } from './holders.ts';
import { toPagePath } from './page-path.ts';

/** Signing in, and taking an invitation, of a browser without a session. */
const strangerRoutes = (deps: PortalDeps): PortalRoute[] => [
  definePortalRoute('startProviderSignIn', async ({ body }) => {
    if (!(await hasAnybody(deps.db))) throw new Refusal('40345');
    const { holderHash, headers } = newVisitHolder(deps.url);
    const path = toPagePath(deps.url, body.path);
    const url = await beginVisit(deps.users, { holderHash, purpose: 'sign-in' }, { path });
    return { status: 200, body: { url }, headers };
  }),
  definePortalRoute('signInWithProvider', async ({ body, headers, sourceAddress }) => {
    const key = { holderHash: holderOfVisit(deps.url, headers), purpose: 'sign-in' as const };
    const asked = { query: body.query, sourceAddress };
    const { proven, path = '/' } = await endVisit(deps.users, asked, key, async (returned) => ({
      proven: await proveIdentity(deps, returned),
      path: returned.intent.path,
    }));
    const reply = await beginSession(deps, proven.user, 'provider', headers, proven.authenticatedAt);
    return { ...reply, body: { session: reply.body, path: toPagePath(deps.url, path) } };
  }),
  definePortalRoute('startProviderEnrolment', async ({ body, sourceAddress }) => {
    const invitation = await readInvitation(deps.users, body.code, sourceAddress);
    await findLinking(deps.users, invitation, body.name);
    const { holderHash, headers } = newVisitHolder(deps.url);
    const url = await beginVisit(deps.users, { holderHash, purpose: 'invitation' }, body);
    return { status: 200, body: { url }, headers };
  }),
  definePortalRoute('acceptInvitationByProvider', async ({ body, headers, sourceAddress }) => {
    const key = { holderHash: holderOfVisit(deps.url, headers), purpose: 'invitation' as const };
    const browser = describeBrowser(headers['user-agent']);
    const asked = { query: body.query, sourceAddress };
    const { secret, recoveryCodes } = await endVisit(deps.users, asked, key, (returned) =>
      acceptByProvider(deps.users, returned, { browser, sourceAddress, prefix: SESSION_PREFIX }),
    );
    await endFormerSession(deps, headers);
    const reply = await sessionReply(deps, secret);
    return { ...reply, body: { session: reply.body, recoveryCodes } };
  }),
];

/** Authenticating again, and linking, in a session; what binds the visit is the session itself. */
const sessionRoutes = (deps: PortalDeps): PortalRoute[] => [
  definePortalRoute('startProviderAuthentication', async (_request, { sessionId }) => {
    const key = { holderHash: holderOfSession(sessionId), purpose: 'again' as const };
    return { status: 200, body: { url: await beginVisit(deps.users, key) } };
  }),
  definePortalRoute('authenticateWithProvider', async ({ body, headers, sourceAddress }, caller) => {
    const was = readPortalCookie(deps.url, headers['cookie']);
    if (was === undefined) throw new Refusal('40340');
    const key = { holderHash: holderOfSession(caller.sessionId), purpose: 'again' as const };
    const { authenticatedAt } = await endVisit(
      deps.users,
      { query: body.query, sourceAddress },
      key,
      (returned) => proveIdentity(deps, returned, caller.userId),
    );
    const secret = newSecret(SESSION_PREFIX);
    const renewal = { was: digest(was), secretHash: digest(secret), at: deps.clock.now(), authenticatedAt };
    if (!(await renewSession(deps.db, caller.sessionId, renewal))) throw new Refusal('40340');
    return sessionReply(deps, secret);
  }),
  definePortalRoute('startLinkingProvider', async (_request, { sessionId }) => {
    const key = { holderHash: holderOfSession(sessionId), purpose: 'link' as const };
    return { status: 200, body: { url: await beginVisit(deps.users, key) } };
  }),
  definePortalRoute('linkProvider', async ({ body, sourceAddress }, caller) => {
    const key = { holderHash: holderOfSession(caller.sessionId), purpose: 'link' as const };
    await endVisit(deps.users, { query: body.query, sourceAddress }, key, (returned) =>
      linkIdentity(deps.users, caller.userId, returned),
    );
    return { status: 200, body: await describeAccount(deps, caller) };
  }),
];

/** Single sign-on with the operator's identity provider; where there is none, every call of it is 40370. */
export const providerRoutes = (deps: PortalDeps): PortalRoute[] => [
  ...strangerRoutes(deps),
  ...sessionRoutes(deps),
];
