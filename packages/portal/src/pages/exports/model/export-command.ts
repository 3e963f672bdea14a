import type { PortalBody } from '@titular/contract';
import { commandLine, optionWords } from '../../../commands/command-line.ts';

/** Deletes a file before its hour is over. */
export const endExportCommand = (tenantId: string, exportId: string): string =>
  commandLine(['exports', 'end', exportId], tenantId);

/** Writes the transactions of some filters to a file, with whom they are about or without. */
export function transactionExportCommand(
  tenantId: string,
  { status, company, module, reason, identityChanged, ...times }: PortalBody<'startTransactionExport'>,
  withPersons: boolean,
): string {
  const changed = identityChanged === undefined ? undefined : identityChanged ? 'yes' : 'no';
  const options = optionWords({
    ...{ status: status?.join(','), company, module, reason, 'identity-changed': changed },
    ...{ since: times.createdFrom, until: times.createdBefore },
  });
  const [persons, file] = withPersons ? [['--with-persons'], 'persons.csv'] : [[], 'transactions.csv'];
  return commandLine(['transactions', 'export', ...options, ...persons, '--out', file], tenantId);
}
