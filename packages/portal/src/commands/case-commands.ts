import { commandLine } from './command-line.ts';

/** Commands of acts on a transaction. */
export const transactionCommands = (tenantId: string, transactionId: string) => ({
  cancel: (): string => commandLine(['transactions', 'cancel', transactionId], tenantId),
  renewLink: (): string =>
    commandLine(['transactions', 'renew-link', transactionId, '--out', '.titular/link.json'], tenantId),
});

/** Withdraws a change that waits for a second person. */
export const withdrawActCommand = (tenantId: string, actId: string): string =>
  commandLine(['acts', 'withdraw', actId], tenantId);
