import {
  type PortalBody,
  type PortalTenant,
  TENANT_ROLES,
  type Team,
  type TenantRole,
} from '@titular/contract';
import { Refusal } from '../../kernel/base/refusal.ts';
import { definePortalRoute, type PortalCaller } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';
import { findTenant, listCompanies } from '../../tenants/index.ts';
import {
  changeMember,
  endSessions,
  type Invitation,
  inviteMember,
  isSameMember,
  listInvitations,
  listMembers,
  lockMemberships,
  requireManager,
  resetUser,
  withdrawInvitation,
} from '../../users/index.ts';
import { refuseAlone, refuseLink } from '../acts/picture-rights.ts';
import { describeLink } from '../describe-link.ts';
import { findMakers, type Maker } from '../makers.ts';
import { operatorOf, type PortalDeps } from '../portal-deps.ts';
import {
  refuseOwn,
  refuseUnseen,
  refuseWiderAccount,
  requireMember,
  requireOwnCompanies,
} from './team-rules.ts';

/** What the routes about a tenant and its people need; `publicUrl` is the API's. */
type TeamDeps = PortalDeps & { publicUrl: string };

const isTenantRole = (role: string): role is TenantRole => TENANT_ROLES.some((one) => one === role);

/** An invitation as the team's admins see it; that of an operator is none of theirs. */
const describePending = (
  { invitationId, kind, role, name, companies, madeBy, ...times }: Invitation,
  makerOf: (actor: string) => Maker,
) =>
  kind === 'operator' || !isTenantRole(role)
    ? []
    : [
        {
          ...{ id: invitationId, kind, role },
          ...(name === undefined ? {} : { name }),
          ...(madeBy === undefined ? {} : makerOf(madeBy)),
          companies: companies === 'all' ? companies : [...companies],
          createdAt: times.createdAt.toISOString(),
          expiresAt: times.expiresAt.toISOString(),
        },
      ];

const isSeen = ({ companies: own }: PortalCaller, companies: 'all' | readonly string[]): boolean =>
  own === 'all' || (companies !== 'all' && companies.every((id) => own.some((one) => one === id)));

async function describeTeam({ db, clock, users }: PortalDeps, caller: PortalCaller): Promise<Team> {
  const now = clock.now();
  const members = await listMembers(db, caller.tenantId, { now, issuer: users.provider?.issuer });
  const invitations = await listInvitations(db, now, caller.tenantId);
  const makerOf = await findMakers(
    db,
    invitations.flatMap(({ madeBy }) => madeBy ?? []),
  );
  return {
    members: members.filter(({ companies }) => isSeen(caller, companies)),
    invitations: invitations
      .flatMap((one) => describePending(one, makerOf))
      .filter(({ companies }) => isSeen(caller, companies)),
  };
}

async function describeTenant(
  { db, publicUrl }: TeamDeps,
  { tenantId, companies }: PortalCaller,
): Promise<PortalTenant> {
  const tenant = await findTenant(db, tenantId);
  if (!tenant) throw new Refusal('40420');
  const all = await listCompanies(db, tenantId);
  const seen = all.filter(({ companyId }) => companies === 'all' || companies.includes(companyId));
  return {
    ...{ tenantId, name: tenant.name, apiUrl: publicUrl },
    companies: seen.map(({ companyId: id, name, module, active: isActive, isShop }) => ({
      id,
      name,
      module,
      isActive,
      ...(isShop && { isShop }),
    })),
  };
}

async function change(
  deps: PortalDeps,
  caller: PortalCaller,
  userId: string,
  { seen, ...body }: PortalBody<'changeMember'>,
): Promise<void> {
  const member = await requireMember(deps, caller, userId);
  refuseOwn(caller, member);
  const companies = await requireOwnCompanies(deps, caller, body.companies);
  const next = { ...body, companies };
  const { tenantId } = caller;
  const refuse = refuseAlone(tenantId);
  const guard = async (...[trx, now, to]: Parameters<typeof refuse>): Promise<void> => {
    // What is asked for stands already where the answer to the same change got lost.
    if (!isSameMember(now, to)) refuseUnseen(now, seen);
    await refuse(trx, now, to);
  };
  const outcome = await changeMember(operatorOf(deps, caller), tenantId, userId, next, { guard });
  if (outcome === 'unknown') throw new Refusal('40420');
  if (outcome === 'last-admin') throw new Refusal('40078');
}

/** The tenant as its members see it, and its people as its admins manage them. */
export const teamRoutes = (deps: TeamDeps): PortalRoute[] => [
  definePortalRoute('readPortalTenant', async (_request, caller) => ({
    status: 200,
    body: await describeTenant(deps, caller),
  })),
  definePortalRoute('readTeam', async (_request, caller) => ({
    status: 200,
    body: await describeTeam(deps, caller),
  })),
  definePortalRoute('inviteMember', async ({ body: { name, role, companies: named } }, caller) => {
    const companies = await requireOwnCompanies(deps, caller, named);
    const { tenantId } = caller;
    const invited = { tenantId, role, companies, name };
    const made = await inviteMember(operatorOf(deps, caller), invited, (trx) =>
      refuseLink(trx, tenantId, role),
    );
    return { status: 200, body: describeLink(deps.url, made) };
  }),
  definePortalRoute('withdrawInvitation', async ({ params }, caller) => {
    const invitations = (await describeTeam(deps, caller)).invitations;
    const isTheirs = invitations.some(({ id }) => id === params.invitation_id);
    const operator = operatorOf(deps, caller);
    if (!isTheirs || !(await withdrawInvitation(operator, params.invitation_id, caller.tenantId)))
      throw new Refusal('40420');
    return { status: 200, body: {} };
  }),
  definePortalRoute('changeMember', async ({ params, body }, caller) => {
    await change(deps, caller, params.user_id, body);
    return { status: 200, body: await describeTeam(deps, caller) };
  }),
  definePortalRoute('resetMember', async ({ params }, caller) => {
    const member = await requireMember(deps, caller, params.user_id);
    refuseOwn(caller, member);
    refuseWiderAccount(member);
    const { tenantId } = caller;
    const made = await resetUser(operatorOf(deps, caller), member, tenantId, async (trx) => {
      const all = await lockMemberships(trx, tenantId);
      const here = all.find(({ userId }) => userId === member.userId);
      requireManager(operatorOf(deps, caller), all, here);
      await refuseLink(trx, tenantId, here?.role);
    });
    return { status: 200, body: describeLink(deps.url, made) };
  }),
  definePortalRoute('endMemberSessions', async ({ params }, caller) => {
    const { userId } = await requireMember(deps, caller, params.user_id);
    await endSessions(operatorOf(deps, caller), userId, { tenantId: caller.tenantId });
    return { status: 200, body: {} };
  }),
];
