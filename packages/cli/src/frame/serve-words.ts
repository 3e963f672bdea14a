import { parseArgs } from 'node:util';

/** Reads the words after `serve`, as environment variables; undefined where they are others than the options of a start, or a role is empty. */
export function readServeWords(words: readonly string[]): Readonly<Record<string, string>> | undefined {
  try {
    const { role } = parseArgs({ args: [...words], options: { role: { type: 'string' } } }).values;
    if (role?.trim() === '') return undefined;
    return role === undefined ? {} : { TITULAR_ROLE: role };
  } catch {
    return undefined;
  }
}
