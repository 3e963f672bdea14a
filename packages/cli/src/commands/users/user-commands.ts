import { OperatorRefusal } from '@titular/server/audit/index.ts';
import {
  changeMember,
  listAllMembershipsOf,
  listInvitations,
  listPeople,
  type MemberChange,
  resetUser,
  switchUser,
  withdrawInvitation,
} from '@titular/server/users/index.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { OUT_OPTION } from '../../frame/reveal-once.ts';
import { UsageError } from '../../frame/usage-error.ts';
import { chooseUser } from './choose-user.ts';
import {
  INVITE_OPTIONS,
  invite,
  MEMBER_OPTIONS,
  readCompanies,
  readRole,
  revealLink,
} from './invite-command.ts';

const PEOPLE_COLUMNS = [
  ...['name', 'userId', 'operator', 'active', 'memberships'],
  ...['authenticators', 'sessions', 'lastSignInAt'],
];
const INVITATION_COLUMNS = ['invitationId', 'kind', 'role', 'name', 'madeBy', 'createdAt', 'expiresAt'];

async function list(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { db, clock } = context.operator;
  const isOfTenant = args.options['tenant'] !== undefined;
  const tenantId = isOfTenant ? await chooseTenant(context, args) : undefined;
  if (args.switches.has('invitations')) {
    const rows = await listInvitations(db, clock.now(), tenantId);
    return { kind: 'rows', columns: INVITATION_COLUMNS, rows };
  }
  const { search: text } = args.options;
  const asked = { now: clock.now(), issuer: context.config.oidcIssuer, tenantId, text };
  return { kind: 'rows', columns: PEOPLE_COLUMNS, rows: await listPeople(db, asked) };
}

const ON_OR_OFF: Readonly<Record<string, boolean>> = { on: true, off: false };

/** What the member is to be: as before, but for what the options say. */
async function readChange(
  context: CommandContext,
  args: Arguments,
  {
    tenantId,
    before,
  }: { tenantId: Awaited<ReturnType<typeof chooseTenant>>; before: MemberChange | undefined },
): Promise<MemberChange> {
  const { role, companies, active } = args.options;
  if (active !== undefined && !(active in ON_OR_OFF)) throw new UsageError('--active takes on or off.');
  return {
    role: role === undefined && before ? before.role : readRole(role),
    companies:
      companies === undefined && before
        ? before.companies
        : await readCompanies(context, tenantId, companies),
    isActive: active === undefined ? (before?.isActive ?? true) : (ON_OR_OFF[active] ?? true),
  };
}

async function set(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const user = await chooseUser(context, args);
  const tenantId = await chooseTenant(context, args);
  const all = await listAllMembershipsOf(context.operator.db, user.userId);
  const before = all.find((one) => one.tenantId === tenantId);
  const next = await readChange(context, args, { tenantId, before });
  const outcome = await changeMember(context.operator, tenantId, user.userId, next, { mayJoin: true });
  if (outcome === 'last-admin')
    throw new OperatorRefusal(
      'forbidden',
      'This is the last admin of the tenant: make another person admin first.',
    );
  const record = {
    ...{ user: user.name, tenant: tenantId, role: next.role },
    ...{ companies: next.companies, active: next.isActive },
  };
  const note = outcome === 'same' ? 'Nothing was changed.' : 'The sessions of this person were ended.';
  return { kind: 'record', record, note };
}

const switchTo =
  (active: boolean) =>
  async (context: CommandContext, args: Arguments): Promise<CommandResult> => {
    const { userId, name } = await chooseUser(context, args);
    const outcome = await switchUser(context.operator, userId, active);
    const note = outcome === 'changed' ? {} : { note: 'It was already in this state; nothing was changed.' };
    return { kind: 'record', record: { user: name, userId, active }, ...note };
  };

async function reset(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const user = await chooseUser(context, args);
  return revealLink(context, args, (operator) => resetUser(operator, user));
}

async function withdraw({ operator }: CommandContext, { positionals: [word = ''] }: Arguments) {
  const invitation = readId(word, 'invitation');
  if (!(await withdrawInvitation(operator, invitation)))
    throw new OperatorRefusal(
      'not-found',
      `There is no invitation ${invitation}: it was taken, or has expired.`,
    );
  return { kind: 'record' as const, record: { invitation, withdrawn: true } };
}

const PERSON = 'maria';
const TENANT = '--tenant "Loja Azul"';

/** People who sign in to the portal. */
export const userCommands: readonly Command[] = [
  {
    name: 'users invite',
    summary: 'Invite a member of a tenant, or an operator, by a link that works once.',
    positionals: ['name?'],
    options: INVITE_OPTIONS,
    examples: [
      `titular users invite --operator ${PERSON}`,
      `titular users invite ${PERSON} ${TENANT} --role support --out .titular/invitation.txt`,
    ],
    run: invite,
  },
  {
    name: 'users list',
    summary: 'List the people who sign in to the portal, or invitations that were not taken.',
    options: {
      ...TENANT_OPTION,
      search: { value: 'text', text: 'People whose name has this text, in any case.' },
      invitations: { text: 'List invitations instead of people.' },
    },
    examples: ['titular users list', `titular users list ${TENANT} --invitations`],
    run: list,
  },
  {
    name: 'users set',
    summary: 'Change role and companies of a person in a tenant, or make them a member; their sessions end.',
    positionals: ['user'],
    options: {
      ...MEMBER_OPTIONS,
      active: { value: 'on|off', text: 'Whether the person may enter this tenant.' },
    },
    examples: [`titular users set ${PERSON} ${TENANT} --role reviewer`],
    run: set,
  },
  {
    name: 'users disable',
    summary: 'Disable a person everywhere: the next request of each session is refused.',
    positionals: ['user'],
    examples: [`titular users disable ${PERSON}`],
    run: switchTo(false),
  },
  {
    name: 'users enable',
    summary: 'Enable a person again.',
    positionals: ['user'],
    examples: [`titular users enable ${PERSON}`],
    run: switchTo(true),
  },
  {
    name: 'users reset',
    summary: 'Remove all passkeys, password, codes and sessions of a person; prints a link to enrol anew.',
    positionals: ['user'],
    options: OUT_OPTION,
    examples: [`titular users reset ${PERSON}`],
    run: reset,
  },
  {
    name: 'users withdraw',
    summary: 'Withdraw an invitation or a reset link; `users list --invitations` shows the ids.',
    positionals: ['invitation'],
    examples: ['titular users withdraw 0197c1f0-8f2e-7cc3-98c4-dc0c0c07398f'],
    run: withdraw,
  },
];
