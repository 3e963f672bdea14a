import type { PortalBody } from '@titular/contract';
import { commandLine } from '../../../commands/command-line.ts';

/** As many entries as the command lists at once, the newest first. */
const MAX_LISTED = 1_000;

/** Lists the entries of some filters as JSON: of a tenant, or of all. */
export const auditCommand = (
  { actor, action, subject, from, before }: PortalBody<'searchAudit'>,
  tenantId: string | undefined,
): string => {
  const filters = { actor, action, subject, since: from, until: before };
  const options = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
  return commandLine(['audit', 'list', ...options, '--limit', `${MAX_LISTED}`, '--json'], tenantId);
};
