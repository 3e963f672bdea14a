import type { InvitationView } from '@titular/contract';
import { SESSION_PREFIX } from '../../kernel/http/portal/portal-cookie.ts';
import { definePortalRoute } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';
import { findTenant } from '../../tenants/index.ts';
import {
  acceptInvitation,
  describeBrowser,
  findEnrolling,
  findUser,
  type Invitation,
  listOwnCompanies,
  readInvitation,
  startPasskey,
  startTotp,
} from '../../users/index.ts';
import type { PortalDeps } from '../portal-deps.ts';
import { endFormerSession, sessionReply } from './begin-session.ts';
import { holderOfBrowser, newHolder } from './holders.ts';

/** What an invitation is for, as whoever holds its code may know. */
async function describeInvitation(
  { db, users: { provider } }: PortalDeps,
  invitation: Invitation,
): Promise<InvitationView> {
  const { kind, role, tenantId, companies, name, userId, expiresAt } = invitation;
  const tenant = tenantId === undefined ? undefined : await findTenant(db, tenantId);
  const names =
    tenantId === undefined || companies === 'all'
      ? undefined
      : await listOwnCompanies(db, tenantId, companies);
  const user = userId === undefined ? undefined : await findUser(db, userId);
  const known = userId === undefined ? name : user?.name;
  const mayLink = kind !== 'operator' && !user?.isOperator;
  return {
    ...{ kind, role, expiresAt: expiresAt.toISOString() },
    ...(tenant ? { tenantName: tenant.name } : {}),
    ...(names ? { companyNames: names.map((one) => one.name) } : {}),
    ...(known === undefined ? {} : { name: known }),
    ...(provider && mayLink ? { provider: provider.name } : {}),
  };
}

/** Taking an invitation: the first operator's, a member's, or that of a reset. */
export const invitationRoutes = (deps: PortalDeps): PortalRoute[] => [
  definePortalRoute('readInvitation', async ({ body, sourceAddress }) => {
    const invitation = await readInvitation(deps.users, body.code, sourceAddress);
    return { status: 200, body: await describeInvitation(deps, invitation) };
  }),
  definePortalRoute('startPasskeyEnrolment', async ({ body, sourceAddress }) => {
    const invitation = await readInvitation(deps.users, body.code, sourceAddress);
    const enrolling = await findEnrolling(deps.users, invitation, body.name);
    const { holderHash, headers } = newHolder(deps.url);
    return { status: 200, body: { options: await startPasskey(deps.users, enrolling, holderHash) }, headers };
  }),
  definePortalRoute('startTotpEnrolment', async ({ body, sourceAddress }) => {
    const invitation = await readInvitation(deps.users, body.code, sourceAddress);
    const enrolling = await findEnrolling(deps.users, invitation, body.name);
    const { holderHash, headers } = newHolder(deps.url);
    return { status: 200, body: await startTotp(deps.users, enrolling, holderHash), headers };
  }),
  definePortalRoute('acceptInvitation', async ({ body, headers, sourceAddress }) => {
    const { secret, recoveryCodes } = await acceptInvitation(deps.users, body, {
      ...{ sourceAddress, prefix: SESSION_PREFIX },
      holderHash: holderOfBrowser(deps.url, headers),
      browser: describeBrowser(headers['user-agent']),
    });
    await endFormerSession(deps, headers);
    const reply = await sessionReply(deps, secret);
    return { ...reply, body: { session: reply.body, recoveryCodes } };
  }),
];
