import { type AuditExport, type ExportKind, REASON_CODES, type TransactionExport } from '@titular/contract';
import { describeAuditFilter } from '../../audit/index.ts';

const REASONS: readonly string[] = REASON_CODES;

/** Stands for a reason of no list: it may be what somebody typed, and the log is for ever. */
const UNKNOWN = 'no reason of the list';

const toInstant = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

/** Says in the audit log what a list was narrowed to, and nothing that somebody may have typed. */
export function describeFilter(
  kind: ExportKind,
  filter: Readonly<Record<string, unknown>>,
  hasFound: boolean,
): object {
  if (kind === 'audit') {
    const { from, before, ...words } = filter as AuditExport;
    return describeAuditFilter({ ...words, from: toInstant(from), before: toInstant(before) }, hasFound);
  }
  const { reason, ...rest } = filter as TransactionExport;
  if (reason === undefined) return rest;
  return { ...rest, reason: REASONS.includes(reason) ? reason : UNKNOWN };
}
