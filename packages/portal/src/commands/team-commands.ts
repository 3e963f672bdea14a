import { commandLine } from './command-line.ts';

/** What somebody is in a tenant. */
type Rights = { role: string; companies: 'all' | readonly string[] };

const rightsOf = ({ role, companies }: Rights): string[] => [
  ...['--role', role, '--companies', companies === 'all' ? companies : companies.join()],
];

/** Invites a member; a name that begins as an option does is given as what it is. */
export const inviteCommand = (tenantId: string, rights: Rights, name: string): string =>
  commandLine([
    ...['users', 'invite', ...rightsOf(rights), '--out', '.titular/invitation.txt', '--tenant', tenantId],
    ...(name === '' ? [] : ['--', name]),
  ]);

/** Withdraws an invitation or a link of a reset. */
export const withdrawInvitationCommand = (invitationId: string): string =>
  commandLine(['users', 'withdraw', invitationId]);

/** Commands of each act on a member of a tenant; people go by their ids. */
export const memberCommands = (tenantId: string, userId: string) => ({
  change: (rights: Rights): string => commandLine(['users', 'set', userId, ...rightsOf(rights)], tenantId),
  switch: (isOn: boolean): string =>
    commandLine(['users', 'set', userId, '--active', isOn ? 'on' : 'off'], tenantId),
  reset: (): string => commandLine(['users', 'reset', userId, '--out', '.titular/reset.txt']),
  endSessions: (): string => commandLine(['sessions', 'end', userId]),
});
