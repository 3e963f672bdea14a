import type { PortalBody } from '@titular/contract';
import { commandLine, optionWords } from '../../../commands/command-line.ts';

/** As many entries as the command lists at once, the newest first. */
const MAX_LISTED = 1_000;

const filterWords = ({ actor, action, subject, from, before }: PortalBody<'startAuditExport'>): string[] =>
  optionWords({ actor, action, subject, since: from, until: before });

/** Lists the entries of some filters as JSON: of a tenant, or of all. */
export const auditCommand = (body: PortalBody<'searchAudit'>, tenantId: string | undefined): string =>
  commandLine(['audit', 'list', ...filterWords(body), '--limit', `${MAX_LISTED}`, '--json'], tenantId);

/** Writes the entries of a tenant to a file. */
export const auditExportCommand = (body: PortalBody<'startAuditExport'>, tenantId: string): string =>
  commandLine(['audit', 'export', ...filterWords(body), '--out', 'audit-log.csv'], tenantId);
