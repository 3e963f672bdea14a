import type { ProposeMember, ProposeSettings, WaitingAct as ShownAct } from '@titular/contract';
import { parseProposedExport } from '../../exports/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { parseId } from '../../kernel/http/body/parse-query.ts';
import { definePortalRoute, type PortalCaller } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';
import type { TenantKeys } from '../../tenants/index.ts';
import {
  type Act,
  type ActOperator,
  approveAct,
  type ExportAct,
  lockTwoPerson,
  type MemberAct,
  type Proposer,
  proposeAct,
  type SettingsAct,
  withdrawAct,
} from '../../two-person/index.ts';
import { twoPersonRules } from '../../users/index.ts';
import { operatorOf, type PortalDeps } from '../portal-deps.ts';
import { checkProposed } from '../settings/change-settings.ts';
import { refuseOwn, refuseUnseen, requireMember, requireOwnCompanies } from '../team/team-rules.ts';
import { ownerOf, performAct } from './perform-act.ts';
import { givesPictures, refuseTakenAccount } from './picture-rights.ts';
import { countWaiting, searchActs, showActs } from './show-acts.ts';

/** Who takes part: an admin of all companies, whatever an act reaches. Others are refused with 40343. */
function requireWhole({ tenantId, userId, companies }: PortalCaller): Proposer {
  if (companies !== 'all')
    throw new Refusal('40343', 'An admin of all companies proposes, approves and withdraws this.');
  return { tenantId, userId };
}

const operatorFor = (deps: PortalDeps, caller: PortalCaller): ActOperator => ({
  ...operatorOf(deps, caller),
  rules: twoPersonRules(deps.users.provider?.issuer),
});

async function show(
  deps: PortalDeps,
  caller: PortalCaller,
  ...[act, check]: [Act, Parameters<typeof proposeAct>[3]]
): Promise<ShownAct> {
  const made = await proposeAct(operatorFor(deps, caller), requireWhole(caller), act, check);
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

/** Refuses with 40376 what one person may do, and with 40379 an account in other hands. */
async function checkRight(
  trx: Db,
  { clock }: PortalDeps,
  { tenantId }: PortalCaller,
  { userId, seen, next }: MemberAct,
): Promise<void> {
  if (!givesPictures(seen, next) || !(await lockTwoPerson(trx, tenantId))) throw new Refusal('40376');
  const now = clock.now();
  await refuseTakenAccount(trx, userId, { proposedAt: now, now });
}

/** Proposes what a member is to be. */
async function proposeMember(
  deps: PortalDeps,
  caller: PortalCaller,
  { userId: named, companies: namedCompanies, seen, ...body }: ProposeMember,
): Promise<ShownAct> {
  const member = await requireMember(deps, caller, named);
  refuseOwn(caller, member);
  refuseUnseen(member.now, seen);
  const companies = await requireOwnCompanies(deps, caller, namedCompanies);
  // As it is stored: the body may have it in any case.
  const { userId } = member;
  const act: MemberAct = { kind: 'member', userId, seen: member.now, next: { ...body, companies } };
  return show(deps, caller, act, (trx) => checkRight(trx, deps, caller, act));
}

/** Proposes a file with persons, of a list as it is narrowed. */
function proposeExport(
  deps: PortalDeps,
  caller: PortalCaller,
  filter: ExportAct['filter'],
): Promise<ShownAct> {
  if (caller.extent('exports:make') === undefined) throw new Refusal('40343');
  const act: ExportAct = { kind: 'export', ...parseProposedExport(caller, filter) };
  return show(deps, caller, act, async (trx) => {
    if (!(await lockTwoPerson(trx, caller.tenantId))) throw new Refusal('40376');
  });
}

/** Changes of dangerous settings, rights to pictures and files with persons, by two persons. */
export const actRoutes = (deps: PortalDeps & { tenantKeys: TenantKeys }): PortalRoute[] => [
  definePortalRoute('proposeSettings', async ({ body }, caller) => ({
    status: 200,
    body: await proposeSettings(deps, caller, body),
  })),
  definePortalRoute('proposeMember', async ({ body }, caller) => ({
    status: 200,
    body: await proposeMember(deps, caller, body),
  })),
  definePortalRoute('proposeExport', async ({ body }, caller) => ({
    status: 200,
    body: await proposeExport(deps, caller, body),
  })),
  definePortalRoute('searchActs', async ({ body }, caller) => {
    requireWhole(caller);
    return { status: 200, body: await searchActs(deps, caller, body) };
  }),
  definePortalRoute('countWaiting', async (_request, caller) => {
    requireWhole(caller);
    return { status: 200, body: await countWaiting(deps, caller) };
  }),
  definePortalRoute('approveAct', async ({ params }, caller) => {
    const approver = requireWhole(caller);
    // Before the transaction: a key that is not at hand is read by another connection.
    const sealing = { environment: deps.environment, key: await deps.tenantKeys(caller.tenantId) };
    await approveAct(operatorFor(deps, caller), approver, params.act_id, performAct(caller, sealing));
    return { status: 200, body: {} };
  }),
  definePortalRoute('withdrawAct', async ({ params }, caller) => {
    const { tenantId } = requireWhole(caller);
    await withdrawAct(operatorOf(deps, caller), tenantId, params.act_id);
    return { status: 200, body: {} };
  }),
];
