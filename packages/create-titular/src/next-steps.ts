import type { Kind } from './kinds.ts';

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
