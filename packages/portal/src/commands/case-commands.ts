import { apiCommand } from './api-command.ts';
import { commandLine } from './command-line.ts';

/** Commands of acts on a transaction. */
export const transactionCommands = (tenantId: string, transactionId: string) => ({
  cancel: (): string => commandLine(['transactions', 'cancel', transactionId], tenantId),
  renewLink: (): string =>
    commandLine(['transactions', 'renew-link', transactionId, '--out', '.titular/link.json'], tenantId),
});

/** Makes a new link of a process, which no command of the machine does; the answer goes to a file. */
export const renewProcessLinkCommand = (apiUrl: string, processId: string): string =>
  apiCommand(
    `${apiUrl}/client/v1/process/${processId}/link`,
    ...['--request', 'POST', '--output', 'link.json'],
  );

/** Creates a transaction of the body that a file has; the answer, which has the link, goes to another. */
export const createTransactionCommand = (apiUrl: string, key: string): string =>
  apiCommand(
    `${apiUrl}/api/public/v1/walletid/transaction`,
    ...['--header', 'Content-Type: application/json', '--header', `Idempotency-Key: ${key}`],
    ...['--data', '@transaction.json', '--output', 'created.json'],
  );

/** Withdraws a change that waits for a second person. */
export const withdrawActCommand = (tenantId: string, actId: string): string =>
  commandLine(['acts', 'withdraw', actId], tenantId);
