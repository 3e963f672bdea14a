/** Whose settings a command changes. */
export type CommandOwner = { tenantId: string; companyId?: string };

/** What no shell changes. */
const PLAIN = /^[A-Za-z0-9_./:=@%+,-]+$/;

/** One word for a POSIX shell, whatever stands in it. */
export const shellWord = (word: string): string =>
  PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** The command that sets a setting to a text, as it is typed on the machine of the service. */
export const settingCommand = ({ tenantId, companyId }: CommandOwner, name: string, text: string): string =>
  [
    ...['npx', 'titular', 'settings', 'set', shellWord(`${name}=${text}`)],
    ...(companyId === undefined ? [] : ['--company', companyId]),
    ...['--tenant', tenantId],
  ].join(' ');
