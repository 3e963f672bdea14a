import {
  type ListedErasure,
  listErasures,
  type Proposal,
  waitingProposals,
  withdrawErasure,
} from '@titular/server/erasure/index.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult, Shown } from '../../frame/command.ts';
import { parseCount } from '../../frame/parse-arguments.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';

const MAX_LISTED = 1_000;

type Row = Readonly<Record<string, Shown>>;

const toRow = ({ erasureId, at, reference, counts }: ListedErasure): Row => ({
  ...{ erasure: erasureId, at, reference },
  ...{ transactions: counts.transactions, templates: counts.templates, held: counts.held ?? 0 },
});

/** Names neither the person nor, by more than the id, who proposed. */
const toWaiting = ({ proposalId, proposedAt, expiresAt, proposedBy, reference }: Proposal): Row => ({
  ...{ proposal: proposalId, proposedAt, expiresAt },
  ...{ proposedBy: `user:${proposedBy}`, reference },
});

async function list(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { db, clock } = context.operator;
  const limit = parseCount(args.options['limit'] ?? '20', MAX_LISTED);
  const tenantId = await chooseTenant(context, args);
  const page = { beforeId: undefined, limit };
  if (args.switches.has('waiting')) {
    const rows = await waitingProposals.list(db, tenantId, clock.now(), page);
    const columns = ['proposal', 'proposedAt', 'expiresAt', 'proposedBy', 'reference'];
    return { kind: 'rows', columns, rows: rows.map(toWaiting) };
  }
  const rows = await listErasures(db, tenantId, page);
  const columns = ['erasure', 'at', 'reference', 'transactions', 'templates', 'held'];
  return { kind: 'rows', columns, rows: rows.map(toRow) };
}

async function withdraw(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { db, clock, actor } = context.operator;
  const proposal = readId(args.positionals[0] ?? '', 'proposal');
  const tenantId = await chooseTenant(context, args);
  await translateRefusal(withdrawErasure({ db, clock }, { tenantId, actor }, proposal));
  return { kind: 'record', record: { proposal, withdrawn: true } };
}

/** What became of erasures, and those that wait for a second person in the portal. */
export const erasureCommands: readonly Command[] = [
  {
    name: 'persons erasures',
    summary: 'List the erasures of a tenant, newest first; none names the person.',
    options: {
      ...TENANT_OPTION,
      waiting: { text: 'Those that were proposed in the portal and wait for a second person.' },
      limit: { value: 'N', text: `Maximum number of erasures, up to ${MAX_LISTED} (default: 20).` },
    },
    examples: ['titular persons erasures', 'titular persons erasures --waiting --json'],
    run: list,
  },
  {
    name: 'persons withdraw-erasure',
    summary: 'Withdraw an erasure that waits for a second person.',
    positionals: ['proposal'],
    options: TENANT_OPTION,
    examples: ['titular persons withdraw-erasure 019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e'],
    run: withdraw,
  },
];
