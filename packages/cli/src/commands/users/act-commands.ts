import { type Act, type WaitingAct, waitingActs, withdrawAct } from '@titular/server/two-person/index.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult, Shown } from '../../frame/command.ts';
import { parseCount } from '../../frame/parse-arguments.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';

const MAX_LISTED = 1_000;

/** What an act changes, in the words of the commands that would do the same. */
function describe(act: Act): { about: string; change: string } {
  if (act.kind === 'member') {
    const { role, companies } = act.next;
    return {
      about: `user:${act.userId}`,
      change: `${role} of ${companies === 'all' ? 'all' : companies.length}`,
    };
  }
  if (act.kind === 'export') {
    const filters = Object.entries(act.filter).map(
      ([name, value]) => `${name}: ${[value].flat().join(', ')}`,
    );
    return { about: 'persons', change: ['export', ...filters].join('; ') };
  }
  const change = act.changes.map(({ name, seen, value }) => `${name}: ${seen} -> ${value}`).join('; ');
  return { about: act.companyId ?? 'tenant', change };
}

const toRow = ({
  actId,
  proposedBy,
  proposedAt,
  expiresAt,
  act,
}: WaitingAct): Readonly<Record<string, Shown>> => ({
  ...{ act: actId, proposedBy: `user:${proposedBy}`, proposedAt, expiresAt },
  ...describe(act),
});

async function list(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { db, clock } = context.operator;
  const limit = parseCount(args.options['limit'] ?? '20', MAX_LISTED);
  const tenantId = await chooseTenant(context, args);
  const rows = await waitingActs.list(db, tenantId, clock.now(), { beforeId: undefined, limit });
  const columns = ['act', 'proposedBy', 'proposedAt', 'expiresAt', 'about', 'change'];
  return { kind: 'rows', columns, rows: rows.map(toRow) };
}

async function withdraw(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const act = readId(args.positionals[0] ?? '', 'act');
  const tenantId = await chooseTenant(context, args);
  await translateRefusal(withdrawAct(context.operator, tenantId, act));
  return { kind: 'record', record: { act, withdrawn: true } };
}

/** Changes that wait for a second person in the portal. */
export const actCommands: readonly Command[] = [
  {
    name: 'acts list',
    summary: 'List the changes that were proposed in the portal and wait for a second person, newest first.',
    options: {
      ...TENANT_OPTION,
      limit: { value: 'N', text: `Maximum number of changes, up to ${MAX_LISTED} (default: 20).` },
    },
    examples: ['titular acts list', 'titular acts list --json'],
    run: list,
  },
  {
    name: 'acts withdraw',
    summary: 'Withdraw a change that waits for a second person.',
    positionals: ['act'],
    options: TENANT_OPTION,
    examples: ['titular acts withdraw 019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e'],
    run: withdraw,
  },
];
