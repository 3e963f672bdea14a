import { commandLine } from '../../../commands/command-line.ts';

/** Deletes a file before its hour is over. */
export const endExportCommand = (tenantId: string, exportId: string): string =>
  commandLine(['exports', 'end', exportId], tenantId);
