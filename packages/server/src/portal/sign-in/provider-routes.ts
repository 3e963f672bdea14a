import { Refusal } from '../../kernel/base/refusal.ts';
import { digest, newSecret } from '../../kernel/base/secret.ts';
import { readPortalCookie, SESSION_PREFIX } from '../../kernel/http/portal/portal-cookie.ts';
import { definePortalRoute } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute, RouteRequest } from '../../kernel/http/route.ts';
import {
  acceptByProvider,
  beginVisit,
  describeBrowser,
  endVisit,
  findLinking,
  hasAnybody,
  linkIdentity,
  openSession,
  proveIdentity,
  type Returned,
  readInvitation,
  renewSession,
} from '../../users/index.ts';
import { describeAccount } from '../me/describe-account.ts';
import type { PortalDeps } from '../portal-deps.ts';
import { endFormerSession, sessionReply } from './begin-session.ts';
import { holderOfSession, holderOfVisit, newVisitHolder } from './holders.ts';
import { toPagePath } from './page-path.ts';

/** Opens a session for the account of an identity; both in one database transaction, so that no reset comes between. */
const openByIdentity = (
  deps: PortalDeps,
  returned: Returned,
  headers: RouteRequest['headers'],
): Promise<{ secret: string; path: string | undefined }> =>
  deps.db.transaction().execute(async (trx) => {
    const { user, authenticatedAt } = await proveIdentity({ clock: deps.clock, db: trx }, returned);
    await endFormerSession({ ...deps, db: trx }, headers);
    const browser = describeBrowser(headers['user-agent']);
    const session = { user, way: 'provider' as const, browser, prefix: SESSION_PREFIX, authenticatedAt };
    const { secret } = await openSession(trx, deps.clock, session);
    return { secret, path: returned.intent.path };
  });

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
    const { secret, path = '/' } = await endVisit(deps.users, asked, key, (returned) =>
      openByIdentity(deps, returned, headers),
    );
    const reply = await sessionReply(deps, secret);
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
    const secret = newSecret(SESSION_PREFIX);
    const asked = { query: body.query, sourceAddress };
    await endVisit(deps.users, asked, key, (returned) =>
      deps.db.transaction().execute(async (trx) => {
        const identity = { clock: deps.clock, db: trx };
        const { authenticatedAt } = await proveIdentity(identity, returned, caller.userId);
        const at = deps.clock.now();
        const renewal = { was: digest(was), secretHash: digest(secret), at, authenticatedAt };
        if (!(await renewSession(trx, caller.sessionId, renewal))) throw new Refusal('40340');
      }),
    );
    return sessionReply(deps, secret);
  }),
  definePortalRoute('startLinkingProvider', async (_request, { sessionId, isOperator }) => {
    if (isOperator) throw new Refusal('40372');
    const key = { holderHash: holderOfSession(sessionId), purpose: 'link' as const };
    return { status: 200, body: { url: await beginVisit(deps.users, key) } };
  }),
  definePortalRoute('linkProvider', async ({ body, sourceAddress }, caller) => {
    const key = { holderHash: holderOfSession(caller.sessionId), purpose: 'link' as const };
    await endVisit(deps.users, { query: body.query, sourceAddress }, key, (returned) =>
      linkIdentity(deps.users, caller, returned),
    );
    return { status: 200, body: await describeAccount(deps, caller) };
  }),
];

/** Single sign-on with the operator's identity provider; where there is none, every call of it is 40370. */
export const providerRoutes = (deps: PortalDeps): PortalRoute[] => [
  ...strangerRoutes(deps),
  ...sessionRoutes(deps),
];
