import { TRY_PATH } from '@titular/contract/try-operation';
import type { TenantId } from '../kernel/base/id.ts';
import { programVersion } from '../kernel/base/program-version.ts';
import { digest } from '../kernel/base/secret.ts';
import { gather } from '../kernel/database/batches/gather.ts';
import type { StatementSlots } from '../kernel/database/batches/statement-slots.ts';
import { requireServed } from '../kernel/database/moves/served-tenants.ts';
import { BATCH_WINDOW_MS, createBatchWindow } from '../kernel/http/admission/batch-window.ts';
import type { FoundSession, PortalPort } from '../kernel/http/portal/admit-portal.ts';
import type { ReceiverPort } from '../kernel/http/portal/admit-receiver.ts';
import type { MembershipScope } from '../kernel/http/portal/portal-caller.ts';
import { portalSlots } from '../kernel/http/portal/portal-database.ts';
import type { SignedInUser } from '../kernel/http/portal/portal-route.ts';
import type { Route } from '../kernel/http/route.ts';
import type { Kernel, Module } from '../module.ts';
import { findSession as findReceiver, receiverActorOf, touchReceiver } from '../receivers/index.ts';
import { createRefusalCounter } from '../request-log/index.ts';
import { findOpenStay } from '../stays/index.ts';
import {
  csrfTokenOf,
  findMemberships,
  findSessions,
  isFresh,
  isLocked,
  isStale,
  listNames,
  type MembershipRequest,
  noteView,
  type OpenSession,
  touchSession,
  twoPersonRules,
  type UserDeps,
} from '../users/index.ts';
import { accountRoutes } from './accounts/account-routes.ts';
import { actRoutes } from './acts/act-routes.ts';
import { auditRoutes } from './audit/audit-routes.ts';
import { wholeAuditRoutes } from './audit/whole-audit-routes.ts';
import { callRoutes } from './calls/call-routes.ts';
import { type CaseRouteDeps, caseRoutes } from './cases/case-routes.ts';
import type { DataDeps } from './data/data-deps.ts';
import { dataRoutes } from './data/data-routes.ts';
import { deploymentRoutes } from './deployment/deployment-routes.ts';
import type { TenantDeps } from './deployment/manage-tenants.ts';
import { operatorRoutes } from './deployment/operator-routes.ts';
import { type DeveloperDeps, developerRoutes } from './developers/developer-routes.ts';
import { exportRoutes } from './exports/export-routes.ts';
import { tenantLimitRoutes } from './limits/limit-routes.ts';
import { meRoutes } from './me/me-routes.ts';
import { peopleRoutes } from './operators/people-routes.ts';
import { queueRoutes } from './operators/queue-routes.ts';
import { overviewRoutes } from './overview/overview-routes.ts';
import type { DocsFiles } from './pages/docs-files.ts';
import { docsRoutes } from './pages/docs-routes.ts';
import type { PortalFiles } from './pages/portal-files.ts';
import { portalPageRoutes } from './pages/portal-page-routes.ts';
import type { PortalDeps } from './portal-deps.ts';
import { accessRoutes } from './receiver/access-routes.ts';
import { receiverRoutes } from './receiver/receiver-routes.ts';
import { settingRoutes } from './settings/setting-routes.ts';
import { invitationRoutes } from './sign-in/invitation-routes.ts';
import { providerRoutes } from './sign-in/provider-routes.ts';
import { sessionRoutes } from './sign-in/session-routes.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { stayRoutes } from './stays/stay-routes.ts';
import { teamRoutes } from './team/team-routes.ts';

/** The portal, and what the server's door asks it; neither is there where it is off. */
export type PortalModule = Module & { port: PortalPort | undefined };

/** What the portal needs of other nouns: people, with the portal's own connections, the built page, and what use cases about cases need. */
export type PortalNeeds = {
  users: UserDeps | undefined;
  portalFiles: PortalFiles;
  docsFiles: DocsFiles;
  cases: Omit<CaseRouteDeps, 'db' | 'findNames'> & Omit<DeveloperDeps, 'db'>;
  erasing: DataDeps['erasing'];
  masterKeys: TenantDeps['masterKeys'];
};

/** What the door asks for several calls at once; a slow statement holds up no later one. */
const TOGETHER = { mostAsks: 100, whenSlow: 2 };

/** The scope of an operator in the tenant that their session is in: all companies, under the role `operator`. */
async function findStayScope(
  { db, clock }: PortalDeps,
  tenantId: TenantId,
  { isOperator, sessionId }: SignedInUser,
): Promise<MembershipScope | undefined> {
  const stay = isOperator ? await findOpenStay(db, sessionId, clock.now()) : undefined;
  return stay?.tenantId === tenantId ? { tenantId, role: 'operator', companies: 'all', stay } : undefined;
}

/** What the door asks about receiver sessions. */
const createReceiverPort = ({ db, clock }: PortalDeps): ReceiverPort => ({
  findReceiver: async (secret) => {
    const now = clock.now();
    const found = await findReceiver(db, digest(secret), now);
    if (!found?.opened) return undefined;
    const { accessId, tenantId, endpointId, opened } = found;
    await requireServed(db, tenantId);
    return {
      caller: { accessId, tenantId, endpointId, actor: receiverActorOf(found) },
      csrf: csrfTokenOf(secret),
      isStale: isStale({ lastSeenAt: opened.lastUsedAt }, now),
    };
  },
  touchReceiver: (caller) => touchReceiver(db, caller, clock.now()),
});

/** What the door asks at each request, of the database and never of a cache. */
function createPort(deps: PortalDeps): PortalPort {
  const { db, clock, environment, url } = deps;
  const toFound = (secret: string, session: OpenSession | undefined): FoundSession | undefined => {
    if (!session) return undefined;
    const { userId, sessionId, name, isOperator, mustEnrol } = session;
    const now = clock.now();
    return {
      user: {
        ...{ userId, sessionId, name, isOperator, environment, actor: `user:${userId}` },
        isFresh: isFresh(session, now),
      },
      csrf: csrfTokenOf(secret),
      isLocked: isLocked(session, now),
      mustEnrol,
      isStale: isStale(session, now),
    };
  };
  // The list of routes is made without a database, too.
  const slots: StatementSlots = (statement) => portalSlots(db).door(statement);
  const together = { ...TOGETHER, slots };
  const sessionOf = gather((hashes: readonly Buffer[]) => findSessions(db, hashes, clock.now()), together);
  const membershipOf = gather(
    (requests: readonly MembershipRequest[]) => findMemberships(db, requests),
    together,
  );
  return {
    url,
    endOfWindow: createBatchWindow(BATCH_WINDOW_MS),
    findSession: async (secret) => toFound(secret, await sessionOf(digest(secret))),
    ...createReceiverPort(deps),
    touch: (sessionId) => touchSession(db, sessionId, clock.now()),
    findMembership: async (tenantId, user) => {
      const found =
        (await membershipOf({ tenantId, userId: user.userId })) ??
        (await findStayScope(deps, tenantId, user));
      // Afterwards: whether a tenant moves is nothing to a stranger.
      if (found) await requireServed(db, tenantId);
      return found;
    },
    noteView: (caller, view) =>
      noteView({ db, clock, actor: caller.actor }, { ...caller.stay, tenantId: caller.tenantId }, view),
  };
}

/** Makes the portal: its page, and the calls of its rooms. */
export function createPortal(
  { config, clock }: Kernel,
  { users, portalFiles, docsFiles, cases, erasing, masterKeys }: PortalNeeds,
): PortalModule {
  const { portalUrl: url, publicUrl, environment } = config;
  if (url === undefined || users === undefined) return { port: undefined };
  const deps: PortalDeps = { db: users.db, clock, users, url, environment, version: programVersion() };
  const tryUrl = environment === 'test' && config.tryIt ? publicUrl + TRY_PATH : undefined;
  // One counter, so that the pages about calls and limits share what was counted.
  const calls = { ...deps, publicUrl, countRefusals: createRefusalCounter(users.db, clock) };
  const rooms: Route[][] = [
    portalPageRoutes(portalFiles, publicUrl, cases.signingKeys),
    docsRoutes(docsFiles, { portalUrl: url, tryUrl }),
    signInRoutes(deps),
    invitationRoutes(deps),
    providerRoutes(deps),
    sessionRoutes(deps),
    meRoutes(deps),
    teamRoutes({ ...deps, publicUrl }),
    stayRoutes(deps),
    actRoutes({ ...deps, tenantKeys: cases.tenantKeys }),
    settingRoutes({ ...deps, publicUrl, tenantKeys: cases.tenantKeys }),
    auditRoutes(deps),
    wholeAuditRoutes(deps),
    deploymentRoutes(deps),
    operatorRoutes({ ...deps, masterKeys, tenantKeys: cases.tenantKeys, config }),
    peopleRoutes(deps),
    queueRoutes(deps),
    overviewRoutes(deps),
    caseRoutes({ ...cases, db: users.db, findNames: listNames }),
    developerRoutes({ ...cases, db: users.db }),
    accessRoutes(deps),
    receiverRoutes({ ...cases, ...deps }),
    callRoutes(calls),
    tenantLimitRoutes(calls),
    accountRoutes({ ...deps, publicUrl }),
    exportRoutes({ ...cases, db: users.db }),
    dataRoutes({ ...cases, erasing, db: users.db, twoPersons: twoPersonRules(users.provider?.issuer) }),
  ];
  return { port: createPort(deps), routes: rooms.flat() };
}
