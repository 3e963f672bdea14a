import { MODULES, REASON_CODES, TRANSACTION_STATUSES, type TransactionExport } from '@titular/contract';
import { exportAsOperator, type OperatorExport } from '@titular/server/exports/index.ts';
import { createTenantKeys } from '@titular/server/tenants/index.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { oneOf, parseSince } from '../../frame/parse-arguments.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';
import { UsageError } from '../../frame/usage-error.ts';
import { checkNewFile, writeNewFile } from '../../frame/write-new-file.ts';

type Options = Arguments['options'];

const ANSWERS = ['yes', 'no'] as const;

const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [key in Name]?: Value };

/** Two times that narrow a list, as it names them. */
function times<From extends string, Before extends string>(
  { since, until }: Options,
  now: Date,
  names: { from: From; before: Before },
) {
  const instantOf = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : parseSince(text, now).toISOString();
  return { ...given(names.from, instantOf(since)), ...given(names.before, instantOf(until)) };
}

const statusesOf = (text: string | undefined) =>
  text?.split(',').flatMap((word) => oneOf(TRANSACTION_STATUSES, 'status', word.trim()) ?? []);

function transactionFilter(options: Options, now: Date): TransactionExport {
  const { status, company, module, reason, 'identity-changed': changed } = options;
  const answer = oneOf(ANSWERS, 'identity-changed', changed);
  return {
    ...given('status', statusesOf(status)),
    ...given('company', company === undefined ? undefined : readId(company, 'company')),
    ...given('module', oneOf(MODULES, 'module', module)),
    ...given('reason', oneOf(REASON_CODES, 'reason', reason)),
    ...given('identityChanged', answer === undefined ? undefined : answer === 'yes'),
    ...times(options, now, { from: 'createdFrom', before: 'createdBefore' }),
  };
}

/** Writes the file; whoever asks for the end leaves none. */
async function write(
  context: CommandContext,
  args: Arguments,
  read: (now: Date) => Omit<OperatorExport, 'tenantId'>,
): Promise<CommandResult> {
  const { out } = args.options;
  if (out === undefined) throw new UsageError('--out is missing: name a new file.');
  const asked = read(context.operator.clock.now());
  await checkNewFile(out);
  const tenantId = await chooseTenant(context, args);
  const { operator, masterKeys, progress, stopping } = context;
  const deps = { ...operator, tenantKeys: createTenantKeys(operator.db, masterKeys) };
  let written = 0;
  const lines = exportAsOperator(deps, { tenantId, ...asked } as OperatorExport, (rows) => {
    stopping.throwIfAborted();
    written = rows;
    progress.say(`${rows} rows …`);
  });
  await translateRefusal(writeNewFile(out, lines));
  return {
    kind: 'record',
    record: { file: out, rows: written },
    note: 'The file is recorded in the audit log. Delete it when it is no longer needed.',
  };
}

const OUT = { value: 'file', text: 'The new file, readable by its owner alone.' } as const;
const SINCE = 'span or time';

/** Files of lists, with the columns of those that the portal makes. */
export const listFileCommands: readonly Command[] = [
  {
    name: 'transactions export',
    summary:
      'Write the transactions of a tenant to a CSV file, newest first, as the portal does; it is written to the audit log.',
    options: {
      ...TENANT_OPTION,
      status: {
        value: 'statuses',
        text: `Only these statuses, separated by commas: ${TRANSACTION_STATUSES.join(', ')}.`,
      },
      company: { value: 'id or name', text: 'Only transactions of this company.' },
      module: { value: 'module', text: `Only this module: ${MODULES.join(', ')}.` },
      reason: { value: 'code', text: 'Only those whose last step has this reason.' },
      'identity-changed': {
        value: 'yes or no',
        text: 'Only those whose person stated another identity on the page, or only the others.',
      },
      since: { value: SINCE, text: 'Only those created since: 30m, 24h, 7d, or a time with its zone.' },
      until: { value: SINCE, text: 'Only those created before, written as for --since.' },
      'with-persons': { text: 'With identity, name and card digits of each.' },
      out: OUT,
    },
    examples: [
      'titular transactions export --since 7d --out .titular/week.csv',
      'titular transactions export --status approved,inconclusive --with-persons --out .titular/persons.csv',
    ],
    run: (context, args) =>
      write(context, args, (now) => ({
        kind: 'transactions',
        filter: transactionFilter(args.options, now),
        withPersons: args.switches.has('with-persons'),
      })),
  },
  {
    name: 'audit export',
    summary:
      'Write the audit log of a tenant to a CSV file, newest first, as the portal does; that is an entry too.',
    options: {
      ...TENANT_OPTION,
      actor: { value: 'actor', text: 'Only acts of this actor, such as user:<id> or command-line:<name>.' },
      action: { value: 'action', text: 'Only this action: docs/audit-actions.md lists them.' },
      subject: { value: 'subject', text: 'Only acts on this subject, such as company/<id>.' },
      since: { value: SINCE, text: 'Only from this time on: 24h, 7d, or 2026-11-20T14:00:00Z.' },
      until: { value: SINCE, text: 'Only before this time, written as for --since.' },
      out: OUT,
    },
    examples: ['titular audit export --since 7d --out .titular/audit.csv'],
    run: (context, args) => {
      const { actor, action, subject } = args.options;
      return write(context, args, (now) => ({
        kind: 'audit',
        filter: {
          ...given('actor', actor),
          ...given('action', action),
          ...given('subject', subject),
          ...times(args.options, now, { from: 'from', before: 'before' }),
        },
      }));
    },
  },
];
