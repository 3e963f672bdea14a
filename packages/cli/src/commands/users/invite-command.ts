import { TENANT_ROLES, type TenantRole } from '@titular/contract';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import type { CompanyId, TenantId } from '@titular/server/kernel/base/id.ts';
import {
  invitationLink,
  inviteMember,
  inviteOperator,
  listOwnCompanies,
  type NewInvitation,
} from '@titular/server/users/index.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, CommandContext, CommandResult, OptionRule } from '../../frame/command.ts';
import { OUT_OPTION, revealOnce } from '../../frame/reveal-once.ts';
import { UsageError } from '../../frame/usage-error.ts';
import { portalUrlOf } from './choose-user.ts';

/** Options that say what somebody is in a tenant. */
export const MEMBER_OPTIONS: Readonly<Record<'tenant' | 'role' | 'companies', OptionRule>> = {
  ...TENANT_OPTION,
  role: { value: 'name', text: `What the person is in the tenant: ${TENANT_ROLES.join(', ')}.` },
  companies: { value: 'ids', text: 'Companies the person sees, separated by commas (default: all).' },
};

/** Reads a role; an unknown one is a `UsageError`. */
export function readRole(text: string | undefined): TenantRole {
  const role = TENANT_ROLES.find((one) => one === text);
  if (role === undefined) throw new UsageError(`--role takes one of ${TENANT_ROLES.join(', ')}.`);
  return role;
}

/** Reads ids of companies, each of the tenant. */
export async function readCompanies(
  { operator }: CommandContext,
  tenantId: TenantId,
  text: string | undefined,
): Promise<'all' | CompanyId[]> {
  if (text === undefined || text === 'all') return 'all';
  const ids = text.split(',').map((word): CompanyId => readId(word.trim(), 'company'));
  const found = await listOwnCompanies(operator.db, tenantId, ids);
  const missing = ids.find((id) => !found.some(({ companyId }) => companyId === id));
  if (missing) throw new OperatorRefusal('not-found', `The tenant has no company ${missing}.`);
  return ids;
}

/** Shows an invitation's link once, or writes it to a file. */
export async function revealLink(
  context: CommandContext,
  args: Arguments,
  make: (operator: CommandContext['operator']) => Promise<NewInvitation>,
): Promise<CommandResult> {
  const portalUrl = portalUrlOf(context);
  const { made, writtenTo } = await revealOnce(
    context,
    args,
    async (inSameCommit) => {
      const { invitationId: invitation, kind, code, expiresAt } = await make(inSameCommit);
      return { invitation, link: invitationLink(portalUrl, kind, code), expiresAt };
    },
    ({ link }) => `${link}\n`,
  );
  const { link, ...shown } = made;
  if (writtenTo !== undefined) return { kind: 'record', record: { ...shown, writtenTo } };
  const note = 'The link is shown only once and works once. Hand it over where nobody else reads it.';
  return { kind: 'record', record: { ...shown, link }, note };
}

const isMemberOption = (name: string): boolean => name in MEMBER_OPTIONS;

/** Invites an operator of the deployment, or a member of a tenant. */
export async function invite(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const [name] = args.positionals;
  if (args.switches.has('operator')) {
    if (name === undefined) throw new UsageError('name is missing.');
    const given = Object.keys(args.options).find(isMemberOption);
    if (given) throw new UsageError(`--operator and --${given} cannot be combined.`);
    return revealLink(context, args, (operator) => inviteOperator(operator, name));
  }
  const role = readRole(args.options['role']);
  const tenantId = await chooseTenant(context, args);
  const companies = await readCompanies(context, tenantId, args.options['companies']);
  const invited = { tenantId, role, companies, name };
  return revealLink(context, args, (operator) => inviteMember(operator, invited));
}

/** Options of an invitation. */
export const INVITE_OPTIONS = {
  operator: { text: 'Invite an operator of the deployment instead of a member of a tenant.' },
  ...MEMBER_OPTIONS,
  ...OUT_OPTION,
};
