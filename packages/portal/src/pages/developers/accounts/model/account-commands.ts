import { commandLine } from '../../../../commands/command-line.ts';

const command = (tenantId: string, ...words: readonly string[]): string => commandLine(words, tenantId);

/** What is chosen where an account is created. */
export type AccountChoice = {
  account: string;
  scopes: readonly string[];
  withKey: boolean;
  withSecret: boolean;
};

/** Where a command writes what is shown once. */
const outFile = (account: string, ending: string): string[] => ['--out', `.titular/${account}.${ending}`];

/** Commands of each act on an account of a tenant. */
export const accountCommands = (tenantId: string, account: string) => ({
  create: ({ scopes, withKey, withSecret }: Omit<AccountChoice, 'account'>): string =>
    command(
      tenantId,
      ...['service-accounts', 'create', account, '--scopes', scopes.join(',')],
      ...(withKey ? [] : ['--no-key']),
      ...(withSecret ? [] : ['--no-secret']),
      ...(withKey || withSecret ? outFile(account, 'json') : []),
    ),
  switch: (active: boolean): string =>
    command(tenantId, 'service-accounts', active ? 'enable' : 'disable', account),
  addKey: (algorithm: string, isPublic: boolean): string =>
    command(
      tenantId,
      ...['keys', 'create', account, '--algorithm', algorithm],
      ...(isPublic ? ['--public-key-file', 'public.pem'] : outFile(account, 'key.pem')),
    ),
  endKey: (key: string): string => command(tenantId, 'keys', 'disable', account, key),
  addSecret: (): string => command(tenantId, 'secrets', 'create', account, ...outFile(account, 'secret')),
  rotateSecret: (overlapSeconds: number): string =>
    command(
      tenantId,
      ...['secrets', 'rotate', account, '--overlap', `${overlapSeconds}s`],
      ...outFile(account, 'secret'),
    ),
  endSecret: (secret: string): string => command(tenantId, 'secrets', 'disable', account, secret),
  set: (setting: string, value: string): string =>
    command(tenantId, 'settings', 'set', `${setting}=${value}`, '--service-account', account),
});
