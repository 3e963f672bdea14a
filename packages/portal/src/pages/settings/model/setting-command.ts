/** Whose settings a command changes. */
export type CommandOwner = { tenantId: string; companyId?: string };

/** What no shell changes. */
const PLAIN = /^[A-Za-z0-9_./:=@%+,-]+$/;

/** One word for a POSIX shell, whatever stands in it. */
export const shellWord = (word: string): string =>
  PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

const commandOf = (verb: string, { tenantId, companyId }: CommandOwner, assignments: string[]): string =>
  [
    ...['npx', 'titular', 'settings', verb, ...assignments.map(shellWord)],
    ...(companyId === undefined ? [] : ['--company', companyId]),
    ...['--tenant', tenantId],
  ].join(' ');

/** The command that sets a setting to a text, as it is typed on the machine of the service. */
export const settingCommand = (owner: CommandOwner, name: string, text: string): string =>
  commandOf('set', owner, [`${name}=${text}`]);

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
