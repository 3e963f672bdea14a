import { basename, delimiter, dirname } from 'node:path';

/** How hints name the program unless they are shown to somebody who typed something else. */
export const USUAL_NAME = 'npx titular';

type Variables = Readonly<Record<string, string | undefined>>;

/** What was typed to start the program, so that a hint can be pasted: `titular` where it lies in the path, its own path elsewhere. */
export function findProgramName(script: string, { npm_command: npm, PATH: path = '' }: Variables): string {
  if (npm === 'exec' || basename(script) !== 'titular') return USUAL_NAME;
  return path.split(delimiter).includes(dirname(script)) ? 'titular' : script;
}
