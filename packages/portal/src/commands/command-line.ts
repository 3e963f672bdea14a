/** What no shell changes. */
const PLAIN = /^[A-Za-z0-9_./:=@%+,-]+$/;

/** One word for a POSIX shell, whatever stands in it. */
export const shellWord = (word: string): string =>
  PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** A word that is no option, whatever it begins with; it stands last. */
export const lastWord = (word: string): string[] => (word.startsWith('-') ? ['--', word] : [word]);

/** Options with a value, those that are not given left out. */
export const optionWords = (options: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));

/** Commands one after the other, each only where the one before it succeeded. */
export const inTurn = (...lines: readonly string[]): string => lines.join(' && \\\n  ');

/** A command of `titular` as it is typed on the machine of the service; of a tenant where one is given. */
export const commandLine = (words: readonly string[], tenantId?: string): string =>
  [
    ...['npx', 'titular', ...words.map(shellWord)],
    ...(tenantId === undefined ? [] : ['--tenant', tenantId]),
  ].join(' ');
