import { shellWord } from './command-line.ts';

/** A call of the API by curl. The token stands in ACCESS_TOKEN, and in no words of a process, which others of the machine may read. */
export const apiCommand = (url: string, ...options: readonly string[]): string =>
  [
    `printf 'header = "Authorization: Bearer %s"' "$ACCESS_TOKEN" |`,
    ['curl --silent --config -', ...options.map(shellWord), shellWord(url)].join(' '),
  ].join(' \\\n  ');
