import type { AnyId } from '@titular/server/kernel/base/id.ts';
import { findLedgerAtHand, requireLedger } from '@titular/server/start/open-ledger.ts';
import { listHolds, placeLegalHold, releaseLegalHold } from '@titular/server/transactions/index.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { UsageError } from '../../frame/usage-error.ts';

const REFERENCE = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$/;

/** The operator with the erasure ledger, which keeps a hold over a restore, or a note that there is none at hand. */
async function withLedger({ config, operator }: CommandContext) {
  const { ledger, note } = await findLedgerAtHand(config, operator.db);
  return { operator: { ...operator, recordAct: ledger?.append }, note: note === undefined ? {} : { note } };
}

const readTransaction = ({ positionals }: Arguments): AnyId => readId(positionals[0] ?? '', 'transaction');

async function place(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const reference = args.options['reference'] ?? '';
  if (!REFERENCE.test(reference))
    throw new UsageError('--reference must be your own reference for the case: letters, digits and . _ / -.');
  const tenantId = await chooseTenant(context, args);
  const transaction = readTransaction(args);
  const { operator, note } = await withLedger(context);
  const { pictures } = await placeLegalHold(operator, tenantId, transaction, reference);
  return { kind: 'record', record: { transaction, held: true, reference, pictures }, ...note };
}

async function release(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const tenantId = await chooseTenant(context, args);
  const transaction = readTransaction(args);
  const { config, operator } = context;
  // A start of the service repeats what stands last in the ledger, and that is the hold.
  const ledger = await requireLedger(config, operator.db, 'end');
  await releaseLegalHold({ ...operator, recordAct: ledger?.append }, tenantId, transaction);
  return { kind: 'record', record: { transaction, held: false } };
}

async function list(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const tenantId = await chooseTenant(context, args);
  const rows = await listHolds(context.operator.db, tenantId);
  return { kind: 'rows', columns: ['transactionId', 'heldAt', 'reference'], rows };
}

/** What operators do where a claim rests on a transaction. */
export const holdCommands: readonly Command[] = [
  {
    name: 'holds place',
    summary:
      'Place a legal hold on a transaction and its captures: neither erasure nor retention deletes them. Prints the number of pictures.',
    positionals: ['transaction'],
    options: {
      ...TENANT_OPTION,
      reference: {
        value: 'name',
        text: 'Your own reference for the case, such as a ticket number; never name the person.',
      },
    },
    examples: ['titular holds place 019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e --reference dispute-4711'],
    run: place,
  },
  {
    name: 'holds release',
    summary: 'Release the legal hold on a transaction; data that is due is deleted within an hour.',
    positionals: ['transaction'],
    options: { ...TENANT_OPTION },
    examples: ['titular holds release 019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e'],
    run: release,
  },
  {
    name: 'holds list',
    summary: 'List the transactions under legal hold.',
    options: { ...TENANT_OPTION },
    examples: ['titular holds list'],
    run: list,
  },
];
