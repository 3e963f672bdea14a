import { REVEALABLE } from '@titular/contract';
import { revealField } from '@titular/server/cases/index.ts';
import { createTenantKeys } from '@titular/server/tenants/index.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { oneOf } from '../../frame/parse-arguments.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';
import { UsageError } from '../../frame/usage-error.ts';

async function reveal(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const field = oneOf(REVEALABLE, 'field', args.options['field']);
  if (field === undefined) throw new UsageError('--field is missing: say which field to show.');
  const tenantId = await chooseTenant(context, args);
  const id = readId(args.positionals[0] ?? '', 'transaction');
  const { db, clock, actor } = context.operator;
  const deps = { db, clock, tenantKeys: createTenantKeys(db, context.masterKeys) };
  const member = { tenantId, companies: 'all', actor } as const;
  const revealed = await translateRefusal(revealField(deps, member, { kind: 'transaction', id }, field));
  return {
    kind: 'record',
    record: { transaction: id, ...revealed },
    note: 'The view is recorded in the audit log.',
  };
}

/** What operators may see of the person of a transaction, one field at a time; each look is on record. */
export const revealCommands: readonly Command[] = [
  {
    name: 'transactions reveal',
    summary: 'Show one field of the person or card of a transaction; the view is written to the audit log.',
    positionals: ['transaction'],
    options: {
      ...TENANT_OPTION,
      field: { value: 'field', text: `Which field: ${REVEALABLE.join(', ')}.` },
    },
    examples: [
      'titular transactions reveal 019aa3c5-2b10-7d01-9f2d-0c4e5a6b7c01 --field identity',
      'titular transactions reveal order-3001 --field name --json',
    ],
    run: reveal,
  },
];
