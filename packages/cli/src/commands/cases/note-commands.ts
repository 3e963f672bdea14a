import { MAX_NOTE_LENGTH, VERDICTS } from '@titular/contract';
import { listNotesByHand, noteByHand, withdrawByHand } from '@titular/server/cases/index.ts';
import { createTenantKeys } from '@titular/server/tenants/index.ts';
import { listNames } from '@titular/server/users/index.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { oneOf } from '../../frame/parse-arguments.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';
import { UsageError } from '../../frame/usage-error.ts';

/** An operator as one who may write about every company of the tenant. */
async function open(context: CommandContext, args: Arguments) {
  const { db, clock, actor } = context.operator;
  const tenantId = await chooseTenant(context, args);
  return {
    id: readId(args.positionals[0] ?? '', 'transaction'),
    deps: { db, clock, tenantKeys: createTenantKeys(db, context.masterKeys), findNames: listNames },
    member: { tenantId, companies: 'all', actor, role: 'operator', extent: () => 'all' as const } as const,
  };
}

async function note(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { id, deps, member } = await open(context, args);
  const text = (await context.readInput()).trim();
  if (text === '') throw new UsageError('There is no note: give it on standard input.');
  const written = await translateRefusal(noteByHand(deps, member, id, { body: { text } }));
  return { kind: 'record', record: { transaction: id, note: written.id } };
}

async function verdict(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const given = oneOf(VERDICTS, 'verdict', args.positionals[1]);
  if (given === undefined) throw new UsageError('The verdict is missing.');
  const { id, deps, member } = await open(context, args);
  const text = args.switches.has('with-note') ? (await context.readInput()).trim() : '';
  const body = { verdict: given, ...(text === '' ? {} : { text }) };
  const written = await translateRefusal(noteByHand(deps, member, id, { body }));
  return { kind: 'record', record: { transaction: id, verdict: given, note: written.id } };
}

async function withdraw(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { id, deps, member } = await open(context, args);
  const noteId = readId(args.positionals[1] ?? '', 'note');
  await translateRefusal(withdrawByHand(deps, member, { id, noteId }));
  return { kind: 'record', record: { transaction: id, note: noteId, withdrawn: true } };
}

const COLUMNS = ['note', 'at', 'author', 'verdict', 'withdrawn', 'text'] as const;

async function list(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { id, deps, member } = await open(context, args);
  const found = await translateRefusal(listNotesByHand(deps, member, id));
  const rows = found.map((one) => ({
    ...{ note: one.id, at: one.at, author: one.authorName ?? one.author, verdict: one.verdict ?? '' },
    ...{ withdrawn: one.withdrawnAt ?? '', text: one.text ?? '' },
  }));
  return { kind: 'rows', columns: COLUMNS, rows };
}

const ID = '019aa3c5-2b10-7d01-9f2d-0c4e5a6b7c01';
const NOTE = '019aa3c5-2b10-7d01-9f2d-0c4e5a6b7c02';

/** Notes and verdicts of a transaction, those of operators and those of the staff. */
export const noteCommands: readonly Command[] = [
  {
    name: 'transactions note',
    summary: `Write a note about a transaction, up to ${MAX_NOTE_LENGTH} characters of standard input. Staff read it in the portal; it is erased with the person.`,
    positionals: ['transaction'],
    options: TENANT_OPTION,
    examples: [
      `titular transactions note ${ID} < note.txt`,
      'titular transactions note order-3001 < note.txt',
    ],
    run: note,
  },
  {
    name: 'transactions notes',
    summary: 'List notes and verdicts of a transaction, newest first, with the ids that withdraw them.',
    positionals: ['transaction'],
    options: TENANT_OPTION,
    examples: [`titular transactions notes ${ID}`],
    run: list,
  },
  {
    name: 'transactions verdict',
    summary: `Give a verdict (${VERDICTS.join(', ')}) on a transaction that has ended. Status, decision and receipt stay as they are.`,
    positionals: ['transaction', 'verdict'],
    options: { ...TENANT_OPTION, 'with-note': { text: 'Read words to go with it from standard input.' } },
    examples: [
      `titular transactions verdict ${ID} genuine`,
      'titular transactions verdict order-3001 fraud --with-note < note.txt',
    ],
    run: verdict,
  },
  {
    name: 'transactions withdraw-note',
    summary: 'Withdraw a note or verdict, whoever wrote it: its row stays, its text is deleted.',
    positionals: ['transaction', 'note'],
    options: TENANT_OPTION,
    examples: [`titular transactions withdraw-note ${ID} ${NOTE}`],
    run: withdraw,
  },
];
