import type { ProposeMember, ProposeSettings, WaitingAct as ShownAct } from '@titular/contract';
import { Refusal } from '../../kernel/base/refusal.ts';
import { parseId } from '../../kernel/http/body/parse-query.ts';
import { definePortalRoute, type PortalCaller } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';
import {
  type Act,
  type ActOperator,
  approveAct,
  type MemberAct,
  proposeAct,
  type SettingsAct,
  withdrawAct,
} from '../../two-person/index.ts';
import { twoPersonRules } from '../../users/index.ts';
import { requireTenantWide } from '../data/tenant-wide.ts';
import { operatorOf, type PortalDeps } from '../portal-deps.ts';
import { checkProposed } from '../settings/change-settings.ts';
import { refuseOwn, requireMember, requireOwnCompanies } from '../team/team-rules.ts';
import { ownerOf, performAct } from './perform-act.ts';
import { searchActs, showActs } from './show-acts.ts';

const operatorFor = (deps: PortalDeps, caller: PortalCaller): ActOperator => ({
  ...operatorOf(deps, caller),
  rules: twoPersonRules(deps.users.provider?.issuer),
});

async function show(
  deps: PortalDeps,
  caller: PortalCaller,
  ...[act, check]: [Act, Parameters<typeof proposeAct>[3]]
): Promise<ShownAct> {
  const made = await proposeAct(operatorFor(deps, caller), requireTenantWide(caller), act, check);
  const [shown] = await showActs(deps, caller, [made]);
  if (!shown) throw new Refusal('40420');
  return shown;
}

/** Proposes settings, where each is still what the page showed and would be taken. */
async function proposeSettings(
  deps: PortalDeps,
  caller: PortalCaller,
  { company, changes }: ProposeSettings,
): Promise<ShownAct> {
  const companyId = parseId('company', company);
  const act: SettingsAct = { kind: 'settings', changes, ...(companyId ? { companyId } : {}) };
  return show(deps, caller, act, (trx) => checkProposed({ db: trx }, ownerOf(caller, act), changes));
}

/** Proposes what a member is to be. */
async function proposeMember(
  deps: PortalDeps,
  caller: PortalCaller,
  { userId, companies: named, ...body }: ProposeMember,
): Promise<ShownAct> {
  const member = await requireMember(deps, caller, userId);
  refuseOwn(caller, member);
  const companies = await requireOwnCompanies(deps, caller, named);
  const act: MemberAct = { kind: 'member', userId, seen: member.now, next: { ...body, companies } };
  return show(deps, caller, act, async () => undefined);
}

/** Changes of dangerous settings and rights to pictures, by two persons. */
export const actRoutes = (deps: PortalDeps): PortalRoute[] => [
  definePortalRoute('proposeSettings', async ({ body }, caller) => ({
    status: 200,
    body: await proposeSettings(deps, caller, body),
  })),
  definePortalRoute('proposeMember', async ({ body }, caller) => ({
    status: 200,
    body: await proposeMember(deps, caller, body),
  })),
  definePortalRoute('searchActs', async ({ body }, caller) => {
    requireTenantWide(caller);
    return { status: 200, body: await searchActs(deps, caller, body) };
  }),
  definePortalRoute('approveAct', async ({ params }, caller) => {
    const approver = requireTenantWide(caller);
    await approveAct(operatorFor(deps, caller), approver, params.act_id, performAct(caller));
    return { status: 200, body: {} };
  }),
  definePortalRoute('withdrawAct', async ({ params }, caller) => {
    const { tenantId } = requireTenantWide(caller);
    await withdrawAct(operatorOf(deps, caller), tenantId, params.act_id);
    return { status: 200, body: {} };
  }),
];
