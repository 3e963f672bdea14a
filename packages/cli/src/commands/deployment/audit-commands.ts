import { AUDIT_ACTIONS } from '@titular/contract';
import {
  type AuditVerdict,
  isAuditSeparate,
  listAuditEntries,
  OperatorRefusal,
  sealAuditLog,
  separateAuditRole,
  verifyAuditLog,
} from '@titular/server/audit/index.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { parseCount, parseSince } from '../../frame/parse-arguments.ts';
import { formatRecord } from '../../frame/print.ts';
import { UsageError } from '../../frame/usage-error.ts';

const MAX_ENTRIES = 1_000;

function readAnchor(text: string | undefined): Buffer | undefined {
  if (text === undefined) return undefined;
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new UsageError('--from-anchor must be a hash printed by audit verify: 64 hexadecimal digits.');
  return Buffer.from(text, 'hex');
}

function verdictText(
  { entries, lastHash, lastAt, waiting, anchorPosition, broken }: AuditVerdict,
  isSeparate: boolean,
): string {
  const hash = lastHash.toString('hex');
  const part = formatRecord({
    [broken ? 'sound entries' : 'entries']: entries,
    'last hash': entries === 0 ? undefined : hash,
    'last entry at': lastAt,
    ...(waiting === 0 ? {} : { 'waiting for a place': waiting }),
    ...(anchorPosition === undefined ? {} : { 'anchor at position': anchorPosition }),
    'role of its own': isSeparate,
  });
  if (broken) return `${part}\n\n${broken.sentence}`;
  const end =
    entries === 0
      ? 'The log is empty.'
      : `The chain holds. Keep the last hash where nobody who can change this database can change it. Later,\nnpx titular audit verify --from-anchor ${hash} shows that nothing before it was removed.`;
  return `${part}\n\n${end}`;
}

async function verify(
  { operator, progress, report }: CommandContext,
  { options }: Arguments,
): Promise<CommandResult> {
  const anchor = readAnchor(options['from-anchor']);
  await sealAuditLog(operator.db);
  const verdict = await report((db) => verifyAuditLog(db, anchor, (text) => progress.say(text)));
  const { entries, lastHash, lastAt, waiting, anchorPosition, broken } = verdict;
  const isSeparate = await isAuditSeparate(operator.db);
  return {
    kind: 'report',
    text: verdictText(verdict, isSeparate),
    record: {
      holds: broken === undefined,
      entries,
      lastHash: entries === 0 ? null : lastHash.toString('hex'),
      lastAt,
      waiting,
      anchorPosition,
      isSeparate,
      break: broken && {
        kind: broken.kind,
        position: broken.position ?? null,
        entry: broken.entryId ?? null,
        sentence: broken.sentence,
      },
    },
    ...(broken
      ? { refusal: new OperatorRefusal('broken', `The audit log does not hold: ${broken.kind}.`) }
      : {}),
  };
}

/** Says that an action is none of the list, so that nothing found is not taken for nothing done. */
const noteUnknown = (action: string | undefined): { note?: string } =>
  action === undefined || Object.hasOwn(AUDIT_ACTIONS, action)
    ? {}
    : { note: `This release has no action "${action}": docs/audit-actions.md lists all of them.` };

/** What operators and service accounts did, and whether that is still what was written. */
export const auditCommands: readonly Command[] = [
  {
    name: 'audit list',
    summary: 'List who changed what and when, newest first.',
    options: {
      tenant: { ...TENANT_OPTION.tenant, text: 'Only changes that concern this tenant.' },
      actor: {
        value: 'actor',
        text: 'Only changes by this actor, such as user:<id> or command-line:<name>.',
      },
      action: {
        value: 'action',
        text: 'Only this action, such as company.settings: docs/audit-actions.md lists them.',
      },
      subject: { value: 'subject', text: 'Only changes of this subject, such as company/<id>.' },
      since: { value: 'time', text: 'Only from this time on: 24h, 7d, or 2026-11-20T14:00:00Z.' },
      until: { value: 'time', text: 'Only before this time, written as for --since.' },
      limit: { value: 'count', text: `Maximum number of entries, up to ${MAX_ENTRIES} (default: 50).` },
      before: { value: 'entry', text: 'Continue after this entry, the last of an earlier list.' },
    },
    examples: [
      'titular audit list',
      'titular audit list --limit 200 --json',
      'titular audit list --action company.settings --since 7d',
    ],
    async run(context, args) {
      const { operator } = context;
      const { options } = args;
      const { tenant, before, actor, action, subject, since, until } = options;
      const now = operator.clock.now();
      const entries = await listAuditEntries(operator.db, {
        tenantId: tenant === undefined ? undefined : await chooseTenant(context, args),
        ...{ actor, action, subject },
        from: since === undefined ? undefined : parseSince(since, now),
        before: until === undefined ? undefined : parseSince(until, now),
        beforeId: before === undefined ? undefined : readId(before, 'entry'),
        limit: parseCount(options['limit'] ?? '50', MAX_ENTRIES),
      });
      const rows = entries.map((entry) => ({
        entry: entry.entryId,
        at: entry.at,
        actor: entry.actor,
        tenant: entry.tenantId,
        action: entry.action,
        subject: entry.subject,
        before: entry.before,
        after: entry.after,
      }));
      const columns = ['entry', 'at', 'actor', 'action', 'subject', 'before', 'after'];
      return { kind: 'rows', columns, rows, ...(rows.length === 0 ? noteUnknown(action) : {}) };
    },
  },
  {
    name: 'audit verify',
    summary: 'Verify the hash chain of the audit log and report the first break, if any.',
    options: {
      'from-anchor': {
        value: 'hash',
        text: 'Check that this earlier last hash is still in the chain; without it, a truncated log looks intact.',
      },
    },
    examples: [
      'titular audit verify',
      'titular audit verify --from-anchor 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 --json',
    ],
    run: verify,
  },
  {
    name: 'audit separate',
    summary:
      "Transfer the audit log to its own role, so that the service's role cannot switch it off. Reads the address of a superuser from standard input.",
    options: { role: { value: 'name', text: 'Name of the new role (default: titular_audit).' } },
    examples: ['titular audit separate < superuser-address.txt'],
    async run({ operator, readInput }, { options }) {
      const superuser = (await readInput()).trim();
      if (!/^postgres(ql)?:\/\//.test(superuser))
        throw new UsageError(
          'Standard input must be the postgresql:// address of a superuser in the database of the service.',
        );
      const record = await separateAuditRole(operator, superuser, options['role'] ?? 'titular_audit');
      return { kind: 'record', record };
    },
  },
];
