import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { endStay } from '@titular/server/stays/index.ts';
import { listCountedStays } from '@titular/server/users/index.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { parseCount } from '../../frame/parse-arguments.ts';

const PAGE = 250;
const COLUMNS = ['stay', 'operator', 'enteredAt', 'until', 'open', 'reason', 'views'];

async function list(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { db, clock } = context.operator;
  const limit = parseCount(args.options['limit'] ?? '20', PAGE);
  const tenantId = await chooseTenant(context, args);
  const stays = await listCountedStays(db, tenantId, { beforeId: undefined, limit, now: clock.now() });
  const rows = stays.map(({ stayId, name, enteredAt, until, isOpen, reason, views }) => ({
    ...{ stay: stayId, operator: name, enteredAt, until, open: isOpen, reason },
    views: Object.fromEntries(views),
  }));
  return { kind: 'rows', columns: COLUMNS, rows };
}

async function end({ operator }: CommandContext, { positionals: [word = ''] }: Arguments) {
  const stay = readId(word, 'stay');
  if (!(await endStay(operator, stay)))
    throw new OperatorRefusal('not-found', `No stay ${stay} goes on. See npx titular stays list.`);
  return { kind: 'record' as const, record: { stay, ended: true } };
}

/** Stays of operators in tenants, which the portal begins. */
export const stayCommands: readonly Command[] = [
  {
    name: 'stays list',
    summary:
      'List the stays of operators in a tenant by the portal, newest first, with reason and number of views by call.',
    options: {
      ...TENANT_OPTION,
      limit: { value: 'N', text: `Maximum number of rows, up to ${PAGE} (default: 20).` },
    },
    examples: ['titular stays list --tenant "Loja Azul"'],
    run: list,
  },
  {
    name: 'stays end',
    summary: 'End the stay of an operator in a tenant: their next call there is refused.',
    positionals: ['stay'],
    examples: ['titular stays end 0197c1f0-8f2e-7cc3-98c4-dc0c0c07398f'],
    run: end,
  },
];
