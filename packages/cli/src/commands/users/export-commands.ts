import { endExport, listExports, type StoredExport } from '@titular/server/exports/index.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult, Shown } from '../../frame/command.ts';
import { parseCount } from '../../frame/parse-arguments.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';

const MAX_LISTED = 1_000;

/** Names who asked by nothing more than the id, and no filter. */
const toRow = (of: StoredExport): Readonly<Record<string, Shown>> => ({
  ...{ export: of.exportId, kind: of.kind, state: of.state, rows: of.rows },
  ...{ by: `user:${of.userId}`, createdAt: of.createdAt, expiresAt: of.expiresAt },
});

async function list(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { db } = context.operator;
  const limit = parseCount(args.options['limit'] ?? '20', MAX_LISTED);
  const found = await listExports(db, await chooseTenant(context, args), { limit });
  const columns = ['export', 'kind', 'state', 'rows', 'by', 'createdAt', 'expiresAt'];
  return { kind: 'rows', columns, rows: found.map(toRow) };
}

async function end(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { db, clock, actor } = context.operator;
  const id = readId(args.positionals[0] ?? '', 'export');
  const tenantId = await chooseTenant(context, args);
  await translateRefusal(endExport({ db, clock }, { tenantId, actor, userId: undefined }, id));
  return { kind: 'record', record: { export: id, ended: true } };
}

/** Files of lists that people of the staff exported in the portal. */
export const exportCommands: readonly Command[] = [
  {
    name: 'exports list',
    summary: 'List the files that people exported in the portal and that are still kept, newest first.',
    options: {
      ...TENANT_OPTION,
      limit: { value: 'N', text: `Maximum number of files, up to ${MAX_LISTED} (default: 20).` },
    },
    examples: ['titular exports list', 'titular exports list --json'],
    run: list,
  },
  {
    name: 'exports end',
    summary: 'Delete an exported file before its hour is over.',
    positionals: ['export'],
    options: TENANT_OPTION,
    examples: ['titular exports end 019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e'],
    run: end,
  },
];
