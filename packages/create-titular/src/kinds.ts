/**
 * What can be made: what it is in a line, a sentence about what to do before it starts, and the commands that start it, which follow
 * `npm install`. Each is a command in every shell: a comment is one in some of them alone.
 */
export type Kind = { name: string; what: string; before: string; commands: readonly string[] };

/** The kinds of projects, in the order in which they are offered. */
export const KINDS: readonly Kind[] = [
  {
    name: 'shop',
    what: 'a checkout with its back end and webhook receiver',
    before: '',
    commands: ['npm start -- --data <data directory of your service>'],
  },
  {
    name: 'receiver',
    what: 'a webhook receiver that verifies signatures',
    before: 'Put the secret of your webhook endpoint into its .env. ',
    commands: ['npm start'],
  },
];

/** Finds a kind by its name, or by its number in the list, as it was typed. */
export const findKind = (typed: string): Kind | undefined =>
  KINDS.find(({ name }, at) => [name, String(at + 1)].includes(typed.trim().toLowerCase()));

/** Names a directory for a shell of POSIX; one that begins as an option is named from here. */
function quoteForPosix(directory: string): string {
  const word = directory.startsWith('-') ? `./${directory}` : directory;
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Names a directory for cmd.exe and PowerShell alike: both take double quotes, which no directory of Windows has in its name. */
function quoteForWindows(directory: string): string {
  const word = directory.startsWith('-') ? `.\\${directory}` : directory;
  return /^[\w.:\\-]+$/.test(word) ? word : `"${word}"`;
}

/** `cd` of cmd.exe stays on its drive; `pushd` of both shells leaves it. */
const enterOnWindows = (directory: string): string =>
  `${/^[a-z]:/i.test(directory) ? 'pushd' : 'cd'} ${quoteForWindows(directory)}`;

/** The commands that start a project, for the shells of a platform; `place` is its directory from here, and empty where that is this one. */
export function nextSteps(place: string, { commands }: Kind, platform: NodeJS.Platform): string[] {
  const enter = platform === 'win32' ? enterOnWindows(place) : `cd ${quoteForPosix(place)}`;
  return [...(place === '' ? [] : [enter]), 'npm install', ...commands];
}
