import { commandLine } from './command-line.ts';

/** What somebody is in a tenant. */
type Rights = { role: string; companies: 'all' | readonly string[] };

const rightsOf = ({ role, companies }: Rights): string[] => [
  ...['--role', role, '--companies', companies === 'all' ? companies : companies.join()],
];

const activeOf = (isOn: boolean): string[] => ['--active', isOn ? 'on' : 'off'];

/** Invites a member; a name that begins as an option does is given as what it is. */
export const inviteCommand = (tenantId: string, rights: Rights, name: string): string =>
  commandLine([
    ...['users', 'invite', ...rightsOf(rights), '--out', '.titular/invitation.txt', '--tenant', tenantId],
    ...(name === '' ? [] : ['--', name]),
  ]);

/** Withdraws an invitation or a link of a reset. */
export const withdrawInvitationCommand = (invitationId: string): string =>
  commandLine(['users', 'withdraw', invitationId]);

/** Ends one session of a person. */
export const endSessionCommand = (userId: string, sessionId: string): string =>
  commandLine(['sessions', 'end', userId, '--session', sessionId]);

/** Commands of each act on a member of a tenant; people go by their ids. */
export const memberCommands = (tenantId: string, userId: string) => ({
  /** Role and companies alone, or all that somebody is. */
  change: (rights: Rights, isOn?: boolean): string =>
    commandLine(
      ['users', 'set', userId, ...rightsOf(rights), ...(isOn === undefined ? [] : activeOf(isOn))],
      tenantId,
    ),
  switch: (isOn: boolean): string => commandLine(['users', 'set', userId, ...activeOf(isOn)], tenantId),
  reset: (): string => commandLine(['users', 'reset', userId, '--out', '.titular/reset.txt']),
  endSessions: (): string => commandLine(['sessions', 'end', userId]),
});
