import { commandLine } from '../../../commands/command-line.ts';

/** Whose settings a command changes. */
export type CommandOwner = { tenantId: string; companyId?: string };

const commandOf = (verb: string, { tenantId, companyId }: CommandOwner, assignments: string[]): string =>
  commandLine(
    ['settings', verb, ...assignments, ...(companyId === undefined ? [] : ['--company', companyId])],
    tenantId,
  );

/** The command that sets settings to texts, all of them or none. */
export const settingsCommand = (
  owner: CommandOwner,
  changes: readonly { name: string; value: string }[],
): string =>
  commandOf(
    'set',
    owner,
    changes.map(({ name, value }) => `${name}=${value}`),
  );

/** The command that sets a setting to a text, as it is typed on the machine of the service. */
export const settingCommand = (owner: CommandOwner, name: string, text: string): string =>
  settingsCommand(owner, [{ name, value: text }]);

/** The command that tries texts of settings on the ends of a company. */
export const whatIfCommand = (
  owner: CommandOwner,
  tried: readonly { name: string; value: string }[],
): string =>
  commandOf(
    'what-if',
    owner,
    tried.map(({ name, value }) => `${name}=${value}`),
  );
